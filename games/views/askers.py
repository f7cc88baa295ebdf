"""Who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import User

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.request import Request


def asker(request: HttpRequest | Request) -> User | None:
    """Return who asks, None for somebody not signed in."""
    return request.user if isinstance(request.user, User) else None

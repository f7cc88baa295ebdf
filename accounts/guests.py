"""Guests at the pages of signing in and up: there they are nobody yet."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser

from accounts.models import User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

    View = Callable[..., HttpResponseBase]


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest whose session it is, also where the request passes for nobody's."""
    player = get_user(request)
    return player if isinstance(player, User) and player.is_guest else None


def guests_are_nobody(view: View) -> View:
    """Show a guest what is for those who have not signed in; the session stays the guest's."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return answer

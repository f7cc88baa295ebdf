"""What is read about players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.utils import timezone

from accounts.models import ApiToken, User

if TYPE_CHECKING:
    from django.db.models import QuerySet


def player_named(username: str) -> User:
    """The player of that name, whatever the case. Http404 when missing or inactive."""
    player = User.objects.filter(username__iexact=username, is_active=True).first()
    if player is None:
        raise Http404
    return player


def tokens_of(player: User) -> QuerySet[ApiToken]:
    """The player's tokens that still work, newest first."""
    tokens: QuerySet[ApiToken] = ApiToken.objects.filter(user=player, expiry__gt=timezone.now())
    return tokens.order_by("-created", "digest")

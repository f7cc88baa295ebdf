"""What is read about players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.http import Http404
from django.utils import timezone

from accounts.models import ApiToken, PlayerSession, User

if TYPE_CHECKING:
    from django.db.models import QuerySet


def player_named(username: str) -> User:
    """The player of that name, whatever the case. Http404 when missing, inactive or a guest."""
    # PostgreSQL refuses a NUL, and takes a long s for an S; SQLite reads no further than to a NUL.
    named = User.objects.filter(is_active=True, is_guest=False)
    if not username.isascii() or "\0" in username:
        named = named.none()
    player = named.filter(username__iexact=username).first()
    if player is None:
        raise Http404
    return player


def tokens_of(player: User) -> QuerySet[ApiToken]:
    """The player's tokens that still work, newest first."""
    tokens: QuerySet[ApiToken] = ApiToken.objects.filter(user=player, expiry__gt=timezone.now())
    return tokens.order_by("-created", "digest")


def sessions_of(player: User) -> QuerySet[PlayerSession]:
    """The player's sessions that still work, the last seen first."""
    sessions = PlayerSession.objects.filter(player_id=player.pk, expire_date__gt=timezone.now())
    return sessions.order_by("-seen_at", "session_key")


def second_factors_of(player: User) -> QuerySet[Authenticator]:
    """The player's ways of the second step, recovery codes included, oldest first."""
    ways: QuerySet[Authenticator] = Authenticator.objects.filter(user=player).order_by("pk")
    return ways


def addresses_of(player: User) -> QuerySet[EmailAddress]:
    """The confirmed address of the player and the one that waits to be confirmed, if any."""
    rows: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=player).order_by("pk")
    return rows

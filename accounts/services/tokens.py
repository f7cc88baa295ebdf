"""Tokens for programs."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from accounts.errors import Refused
from accounts.models import TOKEN_DAYS, ApiToken, User
from accounts.services.players import refuse_guest


def token_create(
    *,
    player: User,
    name: str = "",
    scope: str = ApiToken.Scope.PLAY,
    days: int = TOKEN_DAYS,
) -> tuple[ApiToken, str]:
    """A token and its secret, which is shown this once. Expired ones of the player are deleted.

    Raises `forbidden` for a guest: a token would outlive the session that is all they have; and
    `too_many_tokens`, however many are asked for at once: the player's row is locked.
    """
    refuse_guest(player)
    with transaction.atomic():
        if User.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
            raise Refused("not_signed_in")
        tokens = ApiToken.objects.filter(user=player)
        tokens.filter(expiry__lte=timezone.now()).delete()
        if tokens.count() >= settings.TOKEN_CAP:
            raise Refused("too_many_tokens", most=settings.TOKEN_CAP)
        token, secret = ApiToken.objects.create(
            user=player, name=name, scope=scope, expiry=timedelta(days=days)
        )
    return token, secret


def token_revoke(*, player: User, public_id: str) -> None:
    """Ends one of the player's own tokens. Http404 when there is none of that `public_id`."""
    deleted, _ = ApiToken.objects.filter(user=player, digest__startswith=public_id).delete()
    if not deleted:
        raise Http404

"""Sessions, and their end."""

from __future__ import annotations

from django.http import Http404

from accounts.models import PlayerSession, User


def sessions_end(*, player: User, but: str | None = None) -> int:
    """Ends the player's sessions, all or all but the one of that key; returns how many."""
    own = PlayerSession.objects.filter(player_id=player.pk)
    ended, _ = own.exclude(session_key=but or "").delete()
    return ended


def all_sessions_end(*, guests: bool = False) -> int:
    """Ends the sessions of everybody who has an account; returns how many.

    With `guests` theirs as well, for good: a guest has nothing else to come back by.
    """
    players = User.objects.all() if guests else User.objects.filter(is_guest=False)
    ended, _ = PlayerSession.objects.filter(player_id__in=players.values("pk")).delete()
    return ended


def session_end(*, player: User, public_id: str) -> None:
    """Ends one of the player's own sessions. Http404 when there is none of that `public_id`."""
    own = PlayerSession.objects.filter(player_id=player.pk)
    found = next((session for session in own if session.public_id == public_id), None)
    if found is None:
        raise Http404
    found.delete()

"""Guests: they play at once, and what they played is theirs when they sign up or sign in.

A guest is a player who is hidden (`accounts.models.User`). So a win of theirs writes `Standing`
and no `Tally`, as every hidden player's does, and showing them adds it to the tallies once.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, cast

from django.db import IntegrityError, transaction

from accounts.errors import Refused
from accounts.models import User
from accounts.services.guests import guest_create, guest_sign_up
from games.models import Game
from games.selectors.guests import guests_to_forget
from games.services.boards import contest_join, player_hide, player_lock, wins_record
from games.services.players import player_delete

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from games.models import Contest

KEPT_AT_LEAST = timedelta(days=1)


def guest_begin(*, start: Callable[[User], Game]) -> Game:
    """Make a guest with the game that `start` gives them; no guest stays when it is refused.

    Not in one transaction: `start` may search for a deal, and on SQLite every other writer would
    wait for that. A guest left behind by a crash is forgotten in time (`guests_forget`).
    """
    guest = guest_create()
    try:
        return start(guest)
    except Refused:
        player_delete(player=guest)
        raise


def guest_join(*, guest: User) -> None:
    """Sign a guest up with the name and password that `guest` carries; the wins enter the boards.

    Raises Django's ValidationError, and `not_found` when the guest is gone or none any more.
    """
    with transaction.atomic():
        player_lock(player_id=guest.pk)
        guest_sign_up(guest)
        player_hide(player=guest, hidden=False)


def guest_merge(*, guest: User, player: User) -> bool:
    """Give a guest's games to the player who signs in; tell whether there was such a guest.

    A contest's game goes along only if the player has none there, whatever became of it. What
    does not go along is deleted with the guest.
    """
    with transaction.atomic():
        if not _both_lock(guest, player):
            return False
        games = Game.objects.filter(player=guest)
        games.filter(contest=None).update(player=player)
        theirs = Game.objects.filter(player=player, contest__isnull=False).values("contest")
        ranked = games.exclude(contest__in=theirs).exclude(contest=None).select_related("contest")
        given = [game for game in ranked.order_by("contest") if _ranked_game_give(game, player)]
        player.refresh_from_db(fields=["is_hidden"])
        _given_count(given, player)
        player_delete(player=guest)
    return True


def _both_lock(guest: User, player: User) -> bool:
    """Lock both rows, always in one order; False when the guest has gone or has signed up.

    `no_key`: a game that the player starts just now refers to the row, and must not wait for it
    while its place in the contest is waited for here.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[guest.pk, player.pk])
    found = {row.pk: row for row in rows.order_by("pk")}
    return player.pk in found and guest.pk in found and found[guest.pk].is_guest


def _ranked_game_give(game: Game, player: User) -> bool:
    try:
        with transaction.atomic():
            Game.objects.filter(pk=game.pk).update(player=player)
    except IntegrityError:
        return False  # the player has begun the same contest elsewhere, just now
    return True


def _given_count(given: list[Game], player: User) -> None:
    """Count what the player was given as if they had played it, in the boards' order of locks."""
    wins = []
    for game in given:
        contest = cast("Contest", game.contest)
        contest_join(contest=contest, player=player)
        if game.status == Game.Status.WON:
            wins.append((contest, cast("int", game.moves)))
    wins_record(player=player, wins=wins)


def guests_forget(*, now: datetime) -> int:
    """Delete the guests of yesterday and before who never acted, or to whom no session leads."""
    before = now - KEPT_AT_LEAST
    return sum(
        _guest_forget(guest, now, before) for guest in guests_to_forget(now=now, before=before)
    )


def _guest_forget(guest: User, now: datetime, before: datetime) -> bool:
    """Look once more with the row locked: the guest may have acted or signed up meanwhile."""
    with transaction.atomic():
        locked = guests_to_forget(now=now, before=before).select_for_update(of=("self",))
        present = locked.filter(pk=guest.pk).first()
        if present is not None:
            player_delete(player=present)
    return present is not None

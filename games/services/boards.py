"""Results on the boards: written in the transaction that ends a game, and taken off again.

Who changes a player's results first locks the player's row: a win, hiding and deletion at the
same moment come one after the other, in one order of locks (player, game, tally, standing).
"""

from __future__ import annotations

from typing import cast

from django.db import transaction
from django.db.models import F

from accounts.errors import Refused
from accounts.models import User
from games.models import Contest, Game, Standing, Tally
from games.selectors.boards import periods_of


def player_lock(*, player_id: int) -> User:
    """Return the player as it now is, locked until the transaction ends.

    Raises `not_found` when the account has just been deleted.
    """
    player = User.objects.select_for_update().filter(pk=player_id).first()
    if player is None:
        raise Refused("not_found")
    return player


def win_record(*, contest: Contest, player: User, moves: int) -> None:
    """Add a win to `Tally` and `Standing`, in the transaction of the win, `player` locked."""
    if not player.is_hidden:
        _tally_add(contest.pk, moves, 1)
    for period in periods_of(contest.date) if contest.date else ():
        Standing.objects.update_or_create(
            player=player,
            period=period,
            defaults={"wins": F("wins") + 1, "moves": F("moves") + moves},
            create_defaults={"wins": 1, "moves": moves},
        )


def player_hide(*, player: User, hidden: bool) -> None:
    """Take a player off the boards, or put them back; ranks of the others follow at once.

    Standings stay: the boards of periods leave hidden players out when they are read. A guest
    stays hidden.
    """
    with transaction.atomic():
        current = player_lock(player_id=player.pk)
        hidden = hidden or current.is_guest
        if current.is_hidden != hidden:
            _wins_count(current, -1 if hidden else 1)
            User.objects.filter(pk=player.pk).update(is_hidden=hidden)
    player.is_hidden = hidden


def player_forget(*, player: User) -> None:
    """Take a player's wins out of the tallies, in the transaction that deletes the account."""
    current = player_lock(player_id=player.pk)
    if not current.is_hidden:
        _wins_count(current, -1)


def _wins_count(player: User, by: int) -> None:
    wins = Game.objects.filter(player=player, contest__isnull=False, status=Game.Status.WON)
    for game in wins.order_by("contest", "moves").only("contest", "moves"):
        _tally_add(cast("int", game.contest_id), cast("int", game.moves), by)


def _tally_add(contest_id: int, moves: int, number: int) -> None:
    Tally.objects.update_or_create(
        contest_id=contest_id,
        moves=moves,
        defaults={"wins": F("wins") + number},
        create_defaults={"wins": number},
    )

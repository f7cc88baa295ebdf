"""Results on the boards: written in the transaction that ends a game, and taken off again.

Who changes a player's results first locks the player's row: a win, hiding and deletion at the
same moment come one after the other, in one order of locks (player, game, contest, standing, tally,
tally of a period; among equals by their columns).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from django.db import connection, transaction
from django.db.models import F

from accounts.errors import Refused
from accounts.models import User
from games.models import Contest, Game, Standing, Tally
from games.selectors.periods import periods_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Figures = tuple[str, int, int]  # period, wins, moves
_ANY_MOVES = 0

_ADD = (
    "INSERT INTO games_periodtally (period, wins, moves, players) VALUES {values} "
    "ON CONFLICT (period, wins, moves) "
    "DO UPDATE SET players = games_periodtally.players + excluded.players"
)
_ROWS_A_STATEMENT = 200  # 800 values: SQLite may take no more than 999


def player_lock(*, player_id: int) -> User:
    """Return the player as it now is, locked until the transaction ends.

    Raises `not_found` when the account has just been deleted.
    """
    player = User.objects.select_for_update().filter(pk=player_id).first()
    if player is None:
        raise Refused("not_found")
    return player


def wins_record(*, player: User, wins: Sequence[tuple[Contest, int]]) -> None:
    """Add wins, each a contest and the moves, to the boards; `player` locked.

    In the transaction of the win. What other winners write, too, the tallies, comes last: it
    stays locked until the commit.
    """
    changes: Counter[Figures] = Counter()
    for contest, moves in wins:
        changes.update(_standings_add(player, contest, moves))
    if not player.is_hidden:
        for contest_id, moves in sorted((contest.pk, moves) for contest, moves in wins):
            _tally_add(contest_id, moves, 1)
        _period_tallies_add(changes)


def contest_join(*, contest: Contest, player: User) -> None:
    """Count a player who begins a contest, in the transaction of that, `player` locked."""
    if not player.is_hidden:
        Contest.objects.filter(pk=contest.pk).update(players=F("players") + 1)


def player_hide(*, player: User, hidden: bool) -> bool:
    """Take a player off the boards, or put them back; tell whether that changed anything.

    Ranks of the others follow at once. Standings stay: the boards of periods leave hidden players
    out when they are read. A guest stays hidden.
    """
    with transaction.atomic():
        current = player_lock(player_id=player.pk)
        hidden = hidden or current.is_guest
        has_changed = current.is_hidden != hidden
        if has_changed:
            _results_count(current, -1 if hidden else 1)
            User.objects.filter(pk=player.pk).update(is_hidden=hidden)
    player.is_hidden = hidden
    return has_changed


def player_forget(*, player: User) -> None:
    """Take a player out of the tallies, in the transaction that deletes the account."""
    current = player_lock(player_id=player.pk)
    if not current.is_hidden:
        _results_count(current, -1)


def _results_count(player: User, by: int) -> None:
    """Add all that a player did to what is counted over all players, or take it off."""
    games = Game.objects.filter(player=player, contest__isnull=False)
    for contest_id in games.order_by("contest").values_list("contest", flat=True):
        Contest.objects.filter(pk=contest_id).update(players=F("players") + by)
    wins = games.filter(status=Game.Status.WON).order_by("contest", "moves")
    for game in wins.only("contest", "moves"):
        _tally_add(cast("int", game.contest_id), cast("int", game.moves), by)
    changes: Counter[Figures] = Counter()
    for row in Standing.objects.filter(player=player, wins__gt=0):
        _figures_count(changes, row, by)
    _period_tallies_add(changes)


def _standings_add(player: User, contest: Contest, moves: int) -> Counter[Figures]:
    """Add a win to a player's standings; return what that changes in the tallies of periods."""
    periods = periods_of(contest.date) if contest.date else ()
    found = {row.period: row for row in Standing.objects.filter(player=player, period__in=periods)}
    changes: Counter[Figures] = Counter()
    rows = [found.get(name) or Standing(player=player, period=name) for name in periods]
    for row in rows:
        _figures_count(changes, row, -1)
        row.wins, row.moves = row.wins + 1, row.moves + moves
        _figures_count(changes, row, 1)
    Standing.objects.bulk_create(
        (
            Standing(player=player, period=row.period, wins=row.wins, moves=row.moves)
            for row in rows
        ),
        update_conflicts=True,
        unique_fields=["player", "period"],
        update_fields=["wins", "moves"],
    )
    return changes


def _figures_count(changes: Counter[Figures], row: Standing, by: int) -> None:
    if row.wins:
        changes[row.period, row.wins, row.moves] += by
        changes[row.period, row.wins, _ANY_MOVES] += by


def _tally_add(contest_id: int, moves: int, number: int) -> None:
    """One statement, except for the first win with so many moves."""
    rows = Tally.objects.filter(contest_id=contest_id, moves=moves)
    if not rows.update(wins=F("wins") + number):
        Tally.objects.update_or_create(
            contest_id=contest_id,
            moves=moves,
            defaults={"wins": F("wins") + number},
            create_defaults={"wins": number},
        )


def _period_tallies_add(changes: Counter[Figures]) -> None:
    """Add to the tallies of periods, in one order of locks."""
    rows = [(*figures, number) for figures, number in sorted(changes.items()) if number]
    for start in range(0, len(rows), _ROWS_A_STATEMENT):
        some = rows[start : start + _ROWS_A_STATEMENT]
        values = ", ".join(["(%s, %s, %s, %s)"] * len(some))
        with connection.cursor() as cursor:
            cursor.execute(_ADD.format(values=values), [value for row in some for value in row])

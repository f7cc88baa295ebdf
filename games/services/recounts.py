"""What is counted over many players, counted anew in the database: after damage, or a bulk load.

Nobody may play meanwhile: what ends between the counting and the writing would be lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection, transaction

from games.models import Contest, PeriodTally, Standing, Tally
from games.selectors.periods import periods_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_VISIBLE = "player_id IN (SELECT id FROM accounts_user WHERE NOT is_hidden)"

# No value of a user's is in these texts: S608 below is about none.
_PLAYERS = f"""
    UPDATE games_contest SET players = (
        SELECT count(*) FROM games_game WHERE contest_id = games_contest.id AND {_VISIBLE})
"""  # noqa: S608
_TALLIES = f"""
    INSERT INTO games_tally (contest_id, moves, wins)
    SELECT contest_id, moves, count(*) FROM games_game
    WHERE contest_id IS NOT NULL AND status = 'won' AND {_VISIBLE} GROUP BY contest_id, moves
"""  # noqa: S608
# In the order of the unique index: among millions, that takes a third less time.
_STANDINGS = """
    INSERT INTO games_standing (player_id, period, wins, moves)
    SELECT player_id, period, count(*), sum(games_game.moves)
    FROM games_game JOIN (SELECT %s AS contest_id, %s AS period {more}) AS counting
    ON games_game.contest_id = counting.contest_id
    WHERE status = 'won' GROUP BY player_id, period ORDER BY player_id, period
    ON CONFLICT (player_id, period) DO UPDATE
    SET wins = games_standing.wins + excluded.wins, moves = games_standing.moves + excluded.moves
"""
_FIGURES = f"""
    INSERT INTO games_periodtally (period, wins, moves, players)
    SELECT period, wins, moves, count(*) FROM games_standing
    WHERE wins > 0 AND {_VISIBLE} GROUP BY period, wins, moves
"""  # noqa: S608
_ANY_MOVES = """
    INSERT INTO games_periodtally (period, wins, moves, players)
    SELECT period, wins, 0, sum(players) FROM games_periodtally GROUP BY period, wins
"""
_CONTESTS_AT_ONCE = 50  # 400 values: SQLite may take no more than 999


def boards_recount() -> None:
    """Write the players of every contest, the tallies and the standings as the games have them."""
    with transaction.atomic():
        _execute(_PLAYERS)
        Tally.objects.all().delete()
        _execute(_TALLIES)
        _standings_recount()
        period_tallies_recount()


def period_tallies_recount() -> None:
    """Write the tallies of periods as the standings have them."""
    with transaction.atomic():
        PeriodTally.objects.all().delete()
        _execute(_FIGURES)
        _execute(_ANY_MOVES)


def _standings_recount() -> None:
    Standing.objects.all().delete()
    dailies = Contest.objects.filter(date__isnull=False).order_by("date").values_list("pk", "date")
    counting = [(pk, period) for pk, day in dailies if day for period in periods_of(day)]
    size = 4 * _CONTESTS_AT_ONCE
    for start in range(0, len(counting), size):
        some = counting[start : start + size]
        more = "UNION ALL SELECT %s, %s " * (len(some) - 1)
        _execute(_STANDINGS.format(more=more), [value for row in some for value in row])


def _execute(sql: str, values: Sequence[str | int] | None = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)

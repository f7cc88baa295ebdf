"""Figures to draw: a player's wins over time, the moves of everybody's wins on a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.models import Game

if TYPE_CHECKING:
    from datetime import date

    from accounts.models import User
    from games.models import Contest

LATEST_WINS = 60


class Win(NamedTuple):
    """A daily that was won."""

    day: date
    moves: int


def daily_wins(player: User) -> list[Win]:
    """Return a player's latest wins of dailies, oldest first."""
    won = Game.objects.filter(player=player, contest__date__isnull=False, status=Game.Status.WON)
    rows = won.order_by("-contest__date").values_list("contest__date", "moves")
    return [Win(day, moves) for day, moves in reversed(rows[:LATEST_WINS]) if day and moves]


def moves_of_wins(contest: Contest) -> dict[int, int]:
    """Return how many players on the board won a contest with each number of moves, ascending."""
    tallies = contest.tallies.filter(wins__gt=0).order_by("moves")
    return dict(tallies.values_list("moves", "wins"))

"""Figures to draw: a player's wins over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.models import Game

if TYPE_CHECKING:
    from datetime import date

    from accounts.models import User

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

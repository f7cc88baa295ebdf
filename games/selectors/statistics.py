"""A player's figures, computed from games and dates each time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db.models import Avg, Count, Q

from games.models import Contest, Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User

_WON = Q(status=Game.Status.WON)
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games played and won; `average_moves` is over the dailies won, None without one."""

    daily_played: int
    daily_won: int
    average_moves: float | None
    streak: int
    best_streak: int
    casual_played: int
    casual_won: int


def player_statistics(player: User, today: date) -> Statistics:
    """Return a player's figures on a UTC day. A game counts as played once it is started."""
    daily, casual = Q(contest__date__isnull=False), Q(contest__isnull=True)
    figures = Game.objects.filter(player=player).aggregate(
        daily_played=Count("pk", filter=daily),
        daily_won=Count("pk", filter=daily & _WON),
        average_moves=Avg("moves", filter=daily & _WON),
        casual_played=Count("pk", filter=casual),
        casual_won=Count("pk", filter=casual & _WON),
    )
    if figures["average_moves"] is not None:
        figures["average_moves"] = round(float(figures["average_moves"]), 1)
    won = Contest.objects.filter(date__isnull=False, games__player=player, games__status="won")
    days = [day for day in won.values_list("date", flat=True) if day is not None]
    streak, best = streaks(days, today)
    return Statistics(streak=streak, best_streak=best, **figures)


def streaks(won: Iterable[date], today: date) -> tuple[int, int]:
    """Return the running and the longest streak of days won in a row.

    A streak runs while it reaches today or yesterday: today's deal may still be won.
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(won)):
        lengths[day] = lengths.get(day - _A_DAY, 0) + 1
    running = lengths.get(today) or lengths.get(today - _A_DAY, 0)
    return running, max(lengths.values(), default=0)

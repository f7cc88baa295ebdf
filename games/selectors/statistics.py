"""A player's figures, computed from games and dates each time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Avg, Count, Q

from agnes_site.queries import Given, Query
from games.models import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

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


class _Figures(NamedTuple):
    daily_played: int
    daily_won: int
    average_moves: float | None
    casual_played: int
    casual_won: int


class _Day(NamedTuple):
    date: date


def _figures() -> QuerySet[Game, tuple[Any, ...]]:
    daily, casual = Q(contest__date__isnull=False), Q(contest__isnull=True)
    counts = {
        "daily_played": Count("pk", filter=daily),
        "daily_won": Count("pk", filter=daily & _WON),
        "average_moves": Avg("moves", filter=daily & _WON),
        "casual_played": Count("pk", filter=casual),
        "casual_won": Count("pk", filter=casual & _WON),
    }
    of_one = Game.objects.filter(player=Given("player")).values("player").annotate(**counts)
    return of_one.values_list(*counts)


def _days_won() -> QuerySet[Game, tuple[Any, ...]]:
    won = Game.objects.filter(_WON, player=Given("player"), contest__date__isnull=False)
    return won.values_list("contest__date")


_FIGURES, _DAYS_WON = Query(_figures, _Figures), Query(_days_won, _Day)
_NOTHING_PLAYED = _Figures(0, 0, None, 0, 0)


def player_statistics(player: User, today: date) -> Statistics:
    """Return a player's figures on a UTC day. A game counts as played once it is started."""
    figures = _FIGURES.first(player=player.pk) or _NOTHING_PLAYED
    if figures.average_moves is not None:
        figures = figures._replace(average_moves=round(float(figures.average_moves), 1))
    days = [row.date for row in _DAYS_WON.all(player=player.pk)]
    streak, best = streaks(days, today)
    return Statistics(streak=streak, best_streak=best, **figures._asdict())


def streaks(won: Iterable[date], today: date) -> tuple[int, int]:
    """Return the running and the longest streak of days won in a row.

    A streak runs while it reaches today or yesterday: today's deal may still be won.
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(won)):
        lengths[day] = lengths.get(day - _A_DAY, 0) + 1
    running = lengths.get(today) or lengths.get(today - _A_DAY, 0)
    return running, max(lengths.values(), default=0)

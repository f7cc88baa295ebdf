"""Reading contests: their state, the day's deal, who has played."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.errors import Refused
from games.models import Contest, Game, Tally

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import User

FIRST_DAILY = date(2026, 11, 1)

State = Literal["coming", "open", "closing", "settled"]


def contest_state(contest: Contest, now: datetime) -> State:
    """Tell how far a contest has come; it only ever moves on."""
    if now < contest.opens_at:
        return "coming"
    if now < contest.closes_at:
        return "open"
    return "closing" if now < contest.settles_at else "settled"


def is_settled(contest: Contest | None, now: datetime) -> bool:
    """Tell whether ranked play of a contest is over for everybody; a casual game has none."""
    return contest is not None and now >= contest.settles_at


def contest_name(contest: Contest) -> str:
    """Name a contest as its commitment and its score sheets do: `daily:2026-11-30`."""
    return f"daily:{contest.date}" if contest.date else f"challenge:{contest.code}"


def contest_named(name: str, now: datetime) -> Contest | None:
    """Return the contest of a name that has opened; None where there is none."""
    kind, _, rest = name.partition(":")
    opened = Contest.objects.filter(opens_at__lte=now).select_related("deal")
    if kind == "challenge":
        return opened.filter(code=rest).first()
    try:
        day = date.fromisoformat(rest)
    except ValueError:
        return None
    found = opened.filter(date=day).first()
    return found if found and contest_name(found) == name else None


def day_from(text: str, now: datetime) -> date:
    """Read `today` or an ISO date. Raises `no_such_daily` for anything else and for days to come.

    A day is a UTC date.
    """
    today = now.astimezone(UTC).date()
    if text == "today":
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("no_such_daily") from None
    # fromisoformat also reads 20261130 and 2026-W48-1: one day has one address.
    if day.isoformat() != text or day > today:
        raise Refused("no_such_daily")
    return day


def daily_number(day: date) -> int:
    """Count the dailies, the first one being number 1."""
    return (day - FIRST_DAILY) // timedelta(days=1) + 1


def dailies(now: datetime) -> QuerySet[Contest]:
    """Past and present dailies with `winners`; a hidden player is not counted."""
    wins = Tally.objects.filter(contest=OuterRef("pk")).values("contest").annotate(n=Sum("wins"))
    return (
        Contest.objects.filter(date__isnull=False, opens_at__lte=now)
        .select_related("deal")
        .annotate(winners=Coalesce(Subquery(wins.values("n")), 0))
    )


def daily_for(day: date, now: datetime) -> Contest:
    """Return the daily of a day, as `dailies` gives it. Raises `no_such_daily`."""
    found = dailies(now).filter(date=day).first()
    if found is None:
        raise Refused("no_such_daily")
    return found


def contest_games(player: User | None, contests: list[Contest]) -> dict[int, Game]:
    """Return a player's own games in some contests, by contest, each with `rank` if it is won."""
    if player is None:
        return {}
    better = Tally.objects.filter(contest=OuterRef("contest"), moves__lt=OuterRef("moves"))
    ahead = better.values("contest").annotate(n=Sum("wins")).values("n")
    games = Game.objects.filter(player=player, contest__in=contests)
    games = games.annotate(rank=Coalesce(Subquery(ahead), 0) + 1)
    found = games.select_related("player", "contest")
    return {game.contest_id: game for game in found if game.contest_id is not None}

"""Reading contests: their state, the day's deal, who has played."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.errors import Refused
from agnes_site.queries import Given, Query
from games.models import Contest, Game, Tally
from games.selectors import keyset

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


def dailies(now: datetime | Given) -> QuerySet[Contest]:
    """Past and present dailies with `winners`; a hidden player is not counted."""
    wins = Tally.objects.filter(contest=OuterRef("pk")).values("contest").annotate(n=Sum("wins"))
    return (
        Contest.objects.filter(date__isnull=False, opens_at__lte=now)
        .select_related("deal")
        .annotate(winners=Coalesce(Subquery(wins.values("n")), 0))
    )


def _opened() -> QuerySet[Contest]:
    return dailies(Given("now"))


_NEWEST_FIRST: keyset.Listing[Contest] = keyset.Listing(_opened, ["-date"])
_OF_A_DAY: Query[Contest] = Query(lambda: _opened().filter(date=Given("day")))
_OF_DAYS: Query[Contest] = Query(
    lambda: _opened().filter(date__gte=Given("first"), date__lte=Given("last")).order_by("date")
)


def dailies_page(now: datetime, *, cursor: str | None, limit: int) -> keyset.Page[Contest]:
    """Return a page of `dailies`, newest first."""
    return _NEWEST_FIRST.page(cursor=cursor, limit=limit, now=now)


def dailies_between(first: date, last: date, now: datetime) -> list[Contest]:
    """Return the `dailies` from one day to another, both included, in their order."""
    return _OF_DAYS.all(first=first, last=last, now=now)


def daily_for(day: date, now: datetime) -> Contest:
    """Return the daily of a day, as `dailies` gives it. Raises `no_such_daily`."""
    found = _OF_A_DAY.first(day=day, now=now)
    if found is None:
        raise Refused("no_such_daily")
    return found


def _games() -> QuerySet[Game]:
    better = Tally.objects.filter(contest=OuterRef("contest"), moves__lt=OuterRef("moves"))
    ahead = better.values("contest").annotate(n=Sum("wins")).values("n")
    first, last = Given("first"), Given("last")
    games = Game.objects.filter(contest__date__gte=first, contest__date__lte=last)
    shown = games.filter(player=Given("player")).select_related("player", "contest")
    return shown.annotate(rank=Coalesce(Subquery(ahead), 0) + 1)


_GAMES: Query[Game] = Query(_games)


def contest_games(player: User | None, contests: list[Contest]) -> dict[int, Game]:
    """Return a player's own games of successive dailies, by contest, a won one with its `rank`."""
    days = [contest.date for contest in contests if contest.date]
    if player is None or not days:
        return {}
    found = _GAMES.all(player=player.pk, first=min(days), last=max(days))
    return {game.contest_id: game for game in found if game.contest_id is not None}

"""The calendar of dailies: those of a month, and what lies before and after."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Max, Min

from accounts.errors import Refused
from agnes_site.queries import Given, Query
from games.models import Contest
from games.selectors.contests import dailies, dailies_between

if TYPE_CHECKING:
    from django.db.models import QuerySet

_MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
_LONGER_THAN_A_MONTH = timedelta(days=32)


def month_from(text: str | None, now: datetime) -> date:
    """Read `2026-11` as the month's first day; None is this month. Raises `not_found`."""
    if text is None:
        return now.astimezone(UTC).date().replace(day=1)
    try:
        return date.fromisoformat(f"{text}-01" if _MONTH.fullmatch(text) else "")
    except ValueError:
        raise Refused("not_found") from None


def dailies_of_month(first: date, now: datetime) -> list[Contest]:
    """Return the dailies of the month that begins with a day, as `dailies` gives them."""
    _, days = monthrange(first.year, first.month)
    return dailies_between(first, first.replace(day=days), now)


class _Day(NamedTuple):
    date: date


def _dates() -> QuerySet[Contest]:
    return Contest.objects.filter(date__isnull=False, opens_at__lte=Given("now"))


_BEFORE: Query[_Day] = Query(
    lambda: _dates().filter(date__lt=Given("day")).order_by("-date").values_list("date"), _Day
)
_AFTER: Query[_Day] = Query(
    lambda: _dates().filter(date__gt=Given("day")).order_by("date").values_list("date"), _Day
)


def days_around(day: date, now: datetime) -> tuple[date | None, date | None]:
    """Return the dates of the dailies before and after a day, None where there is none."""
    before, after = (query.first(day=day, now=now) for query in (_BEFORE, _AFTER))
    return before and before.date, after and after.date


def months_around(first: date, now: datetime) -> tuple[date | None, date | None]:
    """Return the month before and the one after, None where no dailies lie that way."""
    ends = dailies(now).aggregate(oldest=Min("date"), newest=Max("date"))
    if ends["oldest"] is None:
        return None, None
    oldest, newest = (ends[name].replace(day=1) for name in ("oldest", "newest"))
    before = min(month_before(first), newest) if oldest < first else None
    after = max(_month_after(first), oldest) if first < newest else None
    return before, after


def month_before(first: date) -> date:
    """Return the first day of the month before."""
    return (first - timedelta(days=1)).replace(day=1)


def _month_after(first: date) -> date:
    return (first + _LONGER_THAN_A_MONTH).replace(day=1)

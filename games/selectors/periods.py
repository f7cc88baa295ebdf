"""Periods of the boards: their days, their neighbours, and the others that a day lies in."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Literal, NamedTuple

from accounts.errors import Refused
from games.selectors.contests import FIRST_DAILY

Kind = Literal["all", "year", "month", "week"]

_A_DAY = timedelta(days=1)
_FORM = re.compile(r"\d{4}(?:-\d\d|-W\d\d)?", re.ASCII)
_KINDS: tuple[Kind, ...] = ("all", "year", "month", "week")


class Period(NamedTuple):
    """A period with its first and last day; `before` and `after` are None where no daily lies."""

    text: str
    kind: Kind
    first: date
    last: date
    before: str | None
    after: str | None

    @property
    def week(self) -> tuple[int, int]:
        """The year and the number of its ISO week."""
        return self.first.isocalendar()[:2]


def period_from(text: str, today: date) -> Period:
    """Read `all`, `2026`, `2026-11` or `2026-W48`. Raises `not_found`."""
    kind = _kind(text)
    if kind == "all":
        return Period(text, kind, FIRST_DAILY, today, None, None)
    first, last = period_days(text)
    place = _KINDS.index(kind)
    before = periods_of(min(first - _A_DAY, today))[place] if first > FIRST_DAILY else None
    after = periods_of(max(last + _A_DAY, FIRST_DAILY))[place] if last < today else None
    return Period(text, kind, first, last, before, after)


def period_days(text: str) -> tuple[date, date]:
    """The first and last day of a year, month or week. Raises `not_found` for what is none."""
    kind = _kind(text)
    try:
        if not _FORM.fullmatch(text):
            raise ValueError(text)
        first = _first_day(text, kind)
        return first, _last_day(first, kind)
    except (ValueError, OverflowError):
        raise Refused("not_found") from None


def periods_of(day: date) -> tuple[str, str, str, str]:
    """Name the periods that a daily counts in: all, its year, month and ISO week."""
    year, week, _ = day.isocalendar()
    return ("all", f"{day:%Y}", f"{day:%Y-%m}", f"{year:04}-W{week:02}")


def periods_at(day: date) -> dict[Kind, str]:
    """Name the periods of every kind that a day lies in."""
    return dict(zip(_KINDS, periods_of(day), strict=True))


def _kind(text: str) -> Kind:
    if text == "all":
        return "all"
    if "W" in text:
        return "week"
    return "month" if "-" in text else "year"


def _first_day(text: str, kind: Kind) -> date:
    if kind == "week":
        year, week = text.split("-W")
        return date.fromisocalendar(int(year), int(week), 1)
    return date.fromisoformat(text + ("-01" if kind == "month" else "-01-01"))


def _last_day(first: date, kind: Kind) -> date:
    if kind == "week":
        return first + 6 * _A_DAY
    if kind == "year":
        return first.replace(month=12, day=31)
    return first.replace(day=monthrange(first.year, first.month)[1])

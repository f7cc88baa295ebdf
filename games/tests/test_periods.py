"""Periods of the boards and their neighbours."""

from __future__ import annotations

from datetime import date

import pytest

from accounts.errors import Refused
from games.selectors.periods import period_from, periods_at

TODAY = date(2026, 12, 30)


@pytest.mark.parametrize(
    ("text", "first", "last", "before", "after"),
    [
        ("2026-12", "2026-12-01", "2026-12-31", "2026-11", None),
        ("2026-11", "2026-11-01", "2026-11-30", None, "2026-12"),
        ("2026-W53", "2026-12-28", "2027-01-03", "2026-W52", None),
        ("2026-W49", "2026-11-30", "2026-12-06", "2026-W48", "2026-W50"),
        ("2026", "2026-01-01", "2026-12-31", None, None),
        ("2028-02", "2028-02-01", "2028-02-29", "2026-12", None),
        ("2025", "2025-01-01", "2025-12-31", None, "2026"),
        ("0001", "0001-01-01", "0001-12-31", None, "2026"),
        ("9999", "9999-01-01", "9999-12-31", "2026", None),
        ("all", "2026-11-01", "2026-12-30", None, None),
    ],
)
def test_a_period_knows_its_days_and_its_neighbours(
    text: str, first: str, last: str, before: str | None, after: str | None
) -> None:
    period = period_from(text, TODAY)
    days = (period.first.isoformat(), period.last.isoformat())
    assert (*days, period.before, period.after) == (first, last, before, after)


@pytest.mark.parametrize("text", ["0000", "2026-13", "2027-W53", "2026-W00", "ever", "2026-W"])
def test_what_is_no_period_is_not_found(text: str) -> None:
    with pytest.raises(Refused, match="not_found"):
        period_from(text, TODAY)


def test_a_day_lies_in_a_period_of_every_kind() -> None:
    assert periods_at(date(2027, 1, 1)) == {
        "all": "all",
        "year": "2027",
        "month": "2027-01",
        "week": "2026-W53",
    }

"""The daily contests: prepared ahead by a schedule, or made by the first request of the day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction

from accounts.errors import Refused
from games.engine import commitment
from games.models import Contest
from games.selectors.contests import contest_name, daily_for
from games.services.certification import (
    certificate_await,
    certificate_find,
    deal_return,
    deal_take,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.models import Deal
    from games.services.certification import Certificate

PREPARED_AHEAD = timedelta(hours=48)
_A_DAY = timedelta(days=1)


def daily_open(*, day: date, now: datetime) -> Contest:
    """Return a day's contest as `selectors.contests.dailies` gives it.

    Today's is made if it is missing, once, whatever number of requests race for it. Raises
    `no_such_daily` for an earlier day without one: its commitment was never published; and
    `unavailable` when the pool is empty and the search for a deal takes too long for a request.
    """
    try:
        return daily_for(day, now)
    except Refused:
        if day != now.astimezone(UTC).date():
            raise
    daily_prepare(day=day, find=certificate_await)
    return daily_for(day, now)


def dailies_prepare(*, now: datetime) -> list[Contest]:
    """Make the dailies that open within the next 48 hours, today's included; return the new."""
    first = now.astimezone(UTC).date()
    days = [first + n * _A_DAY for n in range((PREPARED_AHEAD // _A_DAY) + 1)]
    there = set(Contest.objects.filter(date__in=days).values_list("date", flat=True))
    return [made for day in days if day not in there and (made := daily_prepare(day=day))]


def daily_prepare(
    *, day: date, find: Callable[[], Certificate] = certificate_find
) -> Contest | None:
    """Make a day's contest on a certified deal; None when somebody else has just made it."""
    deal = deal_take(find)
    try:
        with transaction.atomic():
            return contest_create(day=day, deal=deal)
    except IntegrityError:
        deal_return(deal=deal)
        if Contest.objects.filter(date=day).exists():
            return None
        raise


def contest_create(*, day: date, deal: Deal) -> Contest:
    """Make the contest of a day on a deal from a seed: ranked play for a day, a day to finish.

    Raises ValueError for a deal without a seed: nothing could be committed to.
    """
    if deal.seed is None or deal.shuffle_version is None:
        raise ValueError("a contest needs a deal that was drawn from a seed")
    opens_at = _midnight(day)
    contest = Contest(
        deal=deal,
        date=day,
        opens_at=opens_at,
        closes_at=opens_at + _A_DAY,
        settles_at=opens_at + 2 * _A_DAY,
    )
    contest.commitment = commitment(
        bytes.fromhex(deal.seed), contest_name(contest), deal.shuffle_version
    )
    contest.save(force_insert=True)
    return contest


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)

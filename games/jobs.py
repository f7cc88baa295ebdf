"""Background work: what is queued, what a worker then does, and what it sees to by itself.

Each job calls one service. It may run again, or twice at once (`services.leases`).
"""

from __future__ import annotations

import time
from collections import deque
from datetime import timedelta
from itertools import starmap
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from accounts.jobs import mails_send
from accounts.mails import mails_due, mails_forget
from games.selectors.deals import pooled_deals, undecided_deals, unrated_deals
from games.selectors.flags import contests_to_compare
from games.services import census, certification, dailies, difficulty, flags, guests, reviews
from games.services.leases import has_failed_for_good, jobs_sweep

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from datetime import datetime

    from django_tasks.base import Task

    from games.models import Game, Review

CENSUS_QUEUE = "census"
_AN_HOUR = timedelta(hours=1)
_UNFINISHED = [TaskResultStatus.READY, TaskResultStatus.RUNNING]
# Somebody waits for a review; nobody waits for the others.
_SOON = 10
_RATED_AT_ONCE = 2
_POLL_SECONDS = 1
# Workers take the oldest first, so that looking at those is enough.
_POLLED = 500


@task(priority=_SOON)
def review_compute(review_id: int) -> None:
    reviews.review_compute(review_id=review_id, now=timezone.now())


@task
def dailies_prepare() -> None:
    dailies.dailies_prepare(now=timezone.now())


@task
def guests_forget() -> None:
    guests.guests_forget(now=timezone.now())


@task
def histories_compare() -> None:
    flags.histories_compare(now=timezone.now())


@task
def pool_fill() -> None:
    deque(certification.pool_fill(size=settings.POOL_SIZE), maxlen=0)


@task
def deals_rate() -> None:
    """A few, so that a review never waits long for its turn."""
    deque(difficulty.deals_rate(limit=_RATED_AT_ONCE), maxlen=0)


@task(queue_name=CENSUS_QUEUE)
def census_chunk(seed: int, indexes: list[int], budget: int) -> list[census.Row]:
    return list(census.census_rows(indexes, seed=seed, budget=budget, jobs=1))


def review_request(*, game: Game, now: datetime) -> Review:
    """Return the review of a finished game, its job queued if need be: both, or neither.

    Raises `not_finished` and `not_settled`.
    """
    with transaction.atomic():
        review, is_new = reviews.review_ask(game=game, now=now)
        if is_new:
            review_compute.enqueue(review.pk)
    return review


def census_by_queue(
    *, indexes: Sequence[int], seed: int, budget: int
) -> Generator[census.Row, None, None]:
    """Queue the deals of a census in chunks, and yield their rows as workers hand them in.

    Chunks that an earlier run has queued are not queued again. Raises ValueError when a chunk has
    failed for good.
    """
    waiting = [_chunk_queued(seed, deals, budget) for deals in census.chunks(indexes)]
    while waiting:
        for job in DBTaskResult.objects.finished().filter(pk__in=waiting[:_POLLED]):
            if has_failed_for_good(job):
                raise ValueError(f"deals {job.args_kwargs['args'][1]}: {job.traceback}")
            if job.status == TaskResultStatus.SUCCESSFUL:
                waiting.remove(job.pk)
                yield from starmap(census.Row, job.return_value)
        if waiting:
            time.sleep(_POLL_SECONDS)


def _chunk_queued(seed: int, deals: list[int], budget: int) -> UUID:
    same = _rows_of(census_chunk).exclude(status=TaskResultStatus.FAILED)
    job = same.filter(args_kwargs={"args": [seed, deals, budget], "kwargs": {}}).first()
    return job.pk if job else UUID(census_chunk.enqueue(seed, deals, budget).id)


def keep_house(*, now: datetime) -> None:
    """What every worker sees to again and again; it does not matter how many do."""
    jobs_sweep(now=now)
    mails_forget(now=now)
    if mails_due(now).exists():
        _queue_once(mails_send)
    reviews.reviews_drop(review_ids=_failed_reviews())
    for hourly in (dailies_prepare, guests_forget):
        if not _rows_of(hourly).filter(enqueued_at__gt=now - _AN_HOUR).exists():
            _queue_once(hourly)
    if contests_to_compare(now).exists():
        _queue_once(histories_compare)
    if pooled_deals().count() < settings.POOL_SIZE:
        _queue_once(pool_fill)
    if undecided_deals(certification.BUDGET).exists() or unrated_deals().exists():
        _queue_once(deals_rate)


def _rows_of(job: Task[Any, Any]) -> Any:
    return DBTaskResult.objects.filter(task_path=job.module_path)


def _failed_reviews() -> list[int]:
    failed = _rows_of(review_compute).filter(status=TaskResultStatus.FAILED)
    return [job.args_kwargs["args"][0] for job in failed if has_failed_for_good(job)]


def _queue_once(job: Task[[], None]) -> None:
    if not _rows_of(job).filter(status__in=_UNFINISHED).exists():
        job.enqueue()

"""Background work: what is queued, what a worker then does, and what it sees to by itself.

Each job calls one service. It may run again, or twice at once (`services.leases`).
"""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from games.selectors.deals import pooled_deals
from games.services import census, certification, dailies, reviews
from games.services.leases import jobs_sweep

if TYPE_CHECKING:
    from datetime import datetime

    from django_tasks.base import Task

    from games.models import Game, Review

CENSUS_QUEUE = "census"
_AN_HOUR = timedelta(hours=1)
_UNFINISHED = [TaskResultStatus.READY, TaskResultStatus.RUNNING]
# Somebody waits for a review; nobody waits for the others.
_SOON = 10


@task(priority=_SOON)
def review_compute(review_id: int) -> None:
    reviews.review_compute(review_id=review_id, now=timezone.now())


@task
def dailies_prepare() -> None:
    dailies.dailies_prepare(now=timezone.now())


@task
def pool_fill() -> None:
    deque(certification.pool_fill(size=settings.POOL_SIZE), maxlen=0)


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


def keep_house(*, now: datetime) -> None:
    """What every worker sees to again and again; it does not matter how many do."""
    jobs_sweep(now=now)
    reviews.reviews_drop(review_ids=[job.args_kwargs["args"][0] for job in _failed_reviews()])
    if not _rows_of(dailies_prepare).filter(enqueued_at__gt=now - _AN_HOUR).exists():
        _queue_once(dailies_prepare)
    if pooled_deals().count() < settings.POOL_SIZE:
        _queue_once(pool_fill)


def _rows_of(job: Task[Any, Any]) -> Any:
    return DBTaskResult.objects.filter(task_path=job.module_path)


def _failed_reviews() -> Any:
    return _rows_of(review_compute).filter(status=TaskResultStatus.FAILED)


def _queue_once(job: Task[[], None]) -> None:
    if not _rows_of(job).filter(status__in=_UNFINISHED).exists():
        job.enqueue()

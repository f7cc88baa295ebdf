"""Leases: a job that a worker has taken comes back when that worker is gone.

While a worker is at a job it renews the job's `started_at`; one that was not renewed for a minute
belongs to nobody. Every job may therefore run again, or twice at once, and must have one effect.
Clocks of several machines must agree to some seconds.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

RENEWAL = timedelta(seconds=15)
LEASE = 4 * RENEWAL
MOST_ATTEMPTS = 3
KEPT = timedelta(days=14)
LOST_WORKER = "The worker was gone before the job was done."


def lease_renew(*, job_id: UUID, now: datetime) -> None:
    """Say that a worker is still at a job."""
    DBTaskResult.objects.running().filter(pk=job_id).update(started_at=now)


def jobs_sweep(*, now: datetime) -> list[UUID]:
    """Put back the jobs of workers that are gone, and those that failed; return which.

    Each job is tried three times; then it has failed for good. Results of two weeks ago go.
    """
    gone = DBTaskResult.objects.running().filter(started_at__lt=now - LEASE)
    swept = [job.pk for job in (*gone, *DBTaskResult.objects.failed()) if _put_back(job, now)]
    DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT).delete()
    return swept


def has_failed_for_good(job: DBTaskResult[..., Any]) -> bool:
    """Tell whether a job has failed so often that it is not tried again."""
    return job.status == TaskResultStatus.FAILED and len(job.worker_ids) >= MOST_ATTEMPTS


def _put_back(job: DBTaskResult[..., Any], now: datetime) -> bool:
    """Change a job that has not changed since it was read; of two sweepers one does."""
    same = DBTaskResult.objects.filter(
        pk=job.pk, status=job.status, started_at=job.started_at, worker_ids=job.worker_ids
    )
    if len(job.worker_ids) < MOST_ATTEMPTS:
        return bool(same.update(status=TaskResultStatus.READY))
    if job.status == TaskResultStatus.RUNNING:
        same.update(status=TaskResultStatus.FAILED, finished_at=now, traceback=LOST_WORKER)
    return False

"""The worker: does the jobs of the queue, and keeps house while it does."""

from __future__ import annotations

import logging
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult
from prometheus_client import start_http_server

from agnes_site.metrics import registry
from games.jobs import CENSUS_QUEUE, keep_house
from games.services.leases import RENEWAL, lease_renew

logger = logging.getLogger(__name__)


class LeasedWorker(Worker):
    """The worker of django-tasks, with the job that it is at."""

    job: DBTaskResult[..., Any] | None = None

    def run_task(self, db_task_result: DBTaskResult[..., Any]) -> None:
        self.job = db_task_result
        try:
            super().run_task(db_task_result)
        finally:
            self.job = None


class Command(BaseCommand):
    help = (
        "Do background jobs until Ctrl-C: reviews, the pool of certified deals, dailies. "
        "Any number of workers may run, on any number of machines."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--queue",
            choices=["default", CENSUS_QUEUE],
            default="default",
            help="census: chunks of `census --queue` alone",
        )
        parser.add_argument("--batch", action="store_true", help="end when no job is left")

    def handle(self, *args: Any, **options: Any) -> None:
        worker = LeasedWorker(
            queue_names=[options["queue"]],
            interval=1,
            batch=options["batch"],
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        worker.configure_signals()
        counts_show(settings.WORKER_METRICS)
        done = threading.Event()
        try:
            tidy(worker)
            threading.Thread(target=keep, args=(worker, done)).start()
            worker.run()
        finally:
            done.set()


def counts_show(where: str) -> None:
    """Let Prometheus read what this worker counts, at `host:port`, from a thread of its own."""
    if where:
        host, _, port = where.rpartition(":")
        start_http_server(int(port), addr=host, registry=registry())


def keep(worker: LeasedWorker, done: threading.Event) -> None:
    """Renew the lease of the worker's job and keep house, in a thread beside it."""
    try:
        while not done.wait(RENEWAL.total_seconds()):
            tidy(worker)
    finally:
        connection.close()


def tidy(worker: LeasedWorker) -> None:
    """Do so once. Without a database there is nothing to do but to say so."""
    now = timezone.now()
    try:
        if worker.job is not None:
            lease_renew(job_id=worker.job.pk, now=now)
        keep_house(now=now)
    except DatabaseError:
        logger.exception("the worker could not keep house")
        connection.close()

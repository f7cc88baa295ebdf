"""Reviews by one worker and by two: how fast, and that each is done once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import start
from bench import BenchError, machine
from bench.server import HOST
from bench.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_CONCEDED_AFTER = 20
_PATIENCE_SECONDS = 120


class JobsError(BenchError):
    """Workers do not finish, or do something twice."""


def measure(stage: Stage, number: int) -> list[dict[str, Any]]:
    """So many reviews by one worker, and as many by two; each done once. JobsError."""
    return [_jobs(stage, number, workers) for workers in (1, 2)]


def _jobs(stage: Stage, number: int, workers: int) -> dict[str, Any]:
    from django.utils import timezone

    from games.jobs import review_request
    from games.models import Game
    from games.selectors.deals import undecided_deals, unrated_deals
    from games.services.certification import BUDGET
    from games.tests.playing import play_line

    undecided_deals(BUDGET).update(nodes=BUDGET)  # so that the workers have nothing else to do
    unrated_deals().update(blind_tries=0, par_moves=0)
    now = timezone.now()
    over = []
    for game in stage.games(number):
        row = Game.objects.select_related("deal", "contest", "player").get(pk=game.pk)
        line = [*stage.lines[game.line][:_CONCEDED_AFTER], "concede"]
        over.append(play_line(row, line, now))
    with ExitStack() as stack:
        for _ in range(workers):
            stack.enter_context(_worker(stage))
        _wait(_is_idle)
        asked = [review_request(game=game, now=now).pk for game in over]
        _wait(_is_idle)
    return {"workers": workers, **_judged(asked, workers)}


@contextmanager
def _worker(stage: Stage) -> Iterator[None]:
    """Run a worker; it is up once its counts can be read."""
    port = machine.free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "work"],
        env={**os.environ, **stage.env, "AGNES_WORKER_METRICS": f"{HOST}:{port}"},
        cwd=start.ROOT,
        start_new_session=True,
    )
    try:
        _wait(lambda: start.is_answering(HOST, port))
        yield
    finally:
        start.stop(process, signal.SIGTERM)


def _is_idle() -> bool:
    """Whether no job waits or is under way."""
    from django_tasks_db.models import DBTaskResult

    return not DBTaskResult.objects.filter(finished_at=None).exists()


def _wait(is_so: Callable[[], bool]) -> None:
    late = time.monotonic() + _PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > late:
            raise JobsError("the workers do not come to an end")
        time.sleep(0.1)


def _judged(asked: Sequence[int], workers: int) -> dict[str, Any]:
    """What the rows of the queue say of these reviews. JobsError unless each was done once."""
    from django_tasks_db.models import DBTaskResult

    from games.jobs import review_compute
    from games.models import Review

    rows = DBTaskResult.objects.filter(task_path=review_compute.module_path, status="SUCCESSFUL")
    done = [row for row in rows if row.args_kwargs["args"][0] in set(asked)]
    by = [worker for row in done for worker in row.worker_ids]
    ready = Review.objects.filter(pk__in=asked, ready_at__isnull=False).count()
    if (
        ready != len(asked)
        or len(done) != len(asked)
        or len(by) != len(asked)
        or len(set(by)) != workers
    ):
        raise JobsError(f"{len(asked)} jobs, {ready} reviews ready, {len(done)} done by {by}")
    ends = sorted(row.finished_at for row in done)
    rate = (len(ends) - 1) / (ends[-1] - ends[0]).total_seconds()
    return {"jobs": len(done), "rate": rate, "each": sorted(by.count(one) for one in set(by))}

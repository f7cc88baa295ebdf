"""kill -9: of a worker, at any moment and at fixed points; of PostgreSQL or one of its backends."""

from __future__ import annotations

import os
import random
import signal
import time
from functools import partial
from typing import TYPE_CHECKING

from faults.processes import wait_until
from faults.rounds import Kind
from faults.stage import Stage
from faults.wsgi_points import POINTS, order

if TYPE_CHECKING:
    from faults.load import Load

# granian takes a worker that dies within 5.5 s of its own start for a crash loop, and ends.
RESPAWN_SECONDS = 6


def kill_worker(stage: Stage, load: Load) -> None:
    """The oldest: it has been up long enough to be replaced."""
    os.kill(stage.service.workers()[0], signal.SIGKILL)


def die_at(point: str, stage: Stage, load: Load) -> None:
    """Whichever worker comes to the point first."""
    file = order(stage.service.folder, point)
    file.touch()
    wait_until(lambda: not file.exists(), 10, f"a worker to come to {point}")


def kill_postgres(stage: Stage, load: Load) -> None:
    stage.postgres.kill()
    time.sleep(random.random())
    stage.postgres.start()


def kill_backend(stage: Stage, load: Load) -> None:
    """PostgreSQL then ends all others too, and recovers as after a crash."""
    os.kill(stage.postgres.backends()[0], signal.SIGKILL)


def kill_both(stage: Stage, load: Load) -> None:
    os.kill(stage.service.workers()[0], signal.SIGKILL)
    kill_postgres(stage, load)


def let_workers_age(stage: Stage) -> None:
    """Until the death of any of them is a single one to granian."""
    time.sleep(RESPAWN_SECONDS)


KINDS = [
    Kind("kill -9 of a worker", Stage, kill_worker, target=2, after=let_workers_age),
    *(
        Kind(
            f"worker dies {point.replace('_', ' ')}",
            Stage,
            partial(die_at, point),
            target=2,
            after=let_workers_age,
        )
        for point in POINTS
    ),
    Kind("kill -9 of PostgreSQL", Stage, kill_postgres, target=15),
    Kind("kill -9 of a backend", Stage, kill_backend, target=15),
    Kind("kill -9 of both", Stage, kill_both, target=15, after=let_workers_age),
]

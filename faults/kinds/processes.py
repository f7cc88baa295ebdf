"""Workers killed at any moment and at fixed points; PostgreSQL or a backend killed; or hung."""

from __future__ import annotations

import os
import random
import signal
import time
from functools import partial
from typing import TYPE_CHECKING

from faults.processes import wait_until
from faults.proofs import was_cut, was_unavailable
from faults.rounds import Kind
from faults.stage import Stage
from faults.wsgi_points import POINTS, order

if TYPE_CHECKING:
    from faults.load import Load

POINT_SECONDS = 30
HUNG_SECONDS = 8
# What waits for a silent server is cut off after two seconds; a busy machine may take more.
SLOWEST = 4.0


def die_at(point: str, stage: Stage, load: Load) -> None:
    """Whichever worker comes to the point first, and is old enough to be replaced."""
    file = order(stage.service.folder, point)
    file.touch()
    wait_until(lambda: not file.exists(), POINT_SECONDS, f"a worker to come to {point}")


def kill_postgres(stage: Stage, load: Load) -> None:
    stage.postgres.kill()
    time.sleep(random.random())
    stage.postgres.start()


def kill_backend(stage: Stage, load: Load) -> None:
    """In the midst of a statement. PostgreSQL then ends all others too, and recovers."""
    os.kill(stage.postgres.busy_backend(), signal.SIGKILL)


def kill_both(stage: Stage, load: Load) -> None:
    die_at("mid_move", stage, load)
    kill_postgres(stage, load)


def hang_postgres(stage: Stage, load: Load) -> None:
    """It takes connections and statements, and answers none."""
    stage.postgres.tell(signal.SIGSTOP)
    time.sleep(HUNG_SECONDS)
    stage.postgres.tell(signal.SIGCONT)


KINDS = [
    *(
        Kind(
            f"worker dies {point.replace('_', ' ')}",
            Stage,
            partial(die_at, point),
            was_cut,
            target=2,
        )
        for point in POINTS
    ),
    Kind("kill -9 of PostgreSQL", Stage, kill_postgres, was_unavailable, target=15),
    Kind("kill -9 of a backend", Stage, kill_backend, was_unavailable, target=15),
    Kind("kill -9 of both", Stage, kill_both, was_unavailable, target=15),
    Kind(
        "PostgreSQL hung",
        Stage,
        hang_postgres,
        was_unavailable,
        slowest=SLOWEST,
        seconds=HUNG_SECONDS + 3,
    ),
]

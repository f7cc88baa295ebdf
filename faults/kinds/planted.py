"""Defects planted in the service: each round must find something, or the checker is no check."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

from faults.kinds.processes import kill_postgres
from faults.processes import wait_until
from faults.rounds import Kind
from faults.stage import Stage
from faults.wsgi_points import order

if TYPE_CHECKING:
    from faults.load import Load


class Planted(Stage):
    """The service in the wrapper of `faults.planted`."""

    application = "faults.planted:application"
    defect = ""

    def __init__(self) -> None:
        super().__init__()
        self.service.environment["PLANTED"] = self.defect


class AcknowledgedEarly(Planted):
    defect = "acknowledged_early"


class AnyPly(Planted):
    defect = "any_ply"


class BoardsApart(Planted):
    defect = "boards_apart"


class NotDurable(Stage):
    """PostgreSQL answers before it has written, and writes seldom."""

    settings = {  # noqa: RUF012  (as in its parent)
        "synchronous_commit": "off",
        "wal_writer_delay": "10s",
        "wal_writer_flush_after": "0",
    }

    def start(self) -> None:
        """The service refuses to start on such a server, so it is spoilt afterwards."""
        self.postgres.settings = {}
        super().start()
        self.postgres.alter(**NotDurable.settings)


def kill_all_workers(stage: Stage, load: Load) -> None:
    for pid in stage.service.workers():
        os.kill(pid, signal.SIGKILL)
    time.sleep(1)


def kill_between(stage: Stage, load: Load) -> None:
    """A worker dies between a win and its boards."""
    file = order(stage.service.folder, "before_boards")
    file.touch()
    wait_until(lambda: not file.exists(), 30, "a win")


def wait(stage: Stage, load: Load) -> None:
    time.sleep(3)


DEFECTS = [
    Kind("planted: acknowledged before the commit", AcknowledgedEarly, kill_all_workers),
    Kind("planted: an update at any ply", AnyPly, wait),
    Kind("planted: boards apart from the win", BoardsApart, kill_between),
    Kind("planted: synchronous_commit off", NotDurable, kill_postgres),
]

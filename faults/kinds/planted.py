"""Defects planted in the service: each round must find something, or the checker is no check."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from faults.kinds.processes import die_at, kill_postgres
from faults.rounds import Kind
from faults.stage import Stage
from faults.wsgi_points import GROWN_UP_SECONDS

if TYPE_CHECKING:
    from faults.load import Load


MEETING_SECONDS = 3


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

    def start(self) -> None:
        """Of its few wins none may come to a worker that is too young to die."""
        super().start()
        time.sleep(GROWN_UP_SECONDS)


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


def kill_worker(stage: Stage, load: Load) -> None:
    """One that has acknowledged what it has not stored."""
    die_at("mid_move", stage, load)


def kill_between(stage: Stage, load: Load) -> None:
    """A worker dies between a win and its boards."""
    die_at("before_boards", stage, load)


def wait_for_meetings(stage: Stage, load: Load) -> None:
    """So long that devices of one game have sent for one ply at the same time, again and again."""
    time.sleep(MEETING_SECONDS)


DEFECTS = [
    Kind("planted: acknowledged before the commit", AcknowledgedEarly, kill_worker),
    Kind("planted: an update at any ply", AnyPly, wait_for_meetings),
    Kind("planted: boards apart from the win", BoardsApart, kill_between),
    Kind("planted: synchronous_commit off", NotDurable, kill_postgres),
]

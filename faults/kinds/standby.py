"""A primary and its synchronous standby: one dies, the other is promoted, or the wait is cut."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

from faults.checker import Finding
from faults.postgres import Postgres
from faults.processes import free_port, wait_until
from faults.proofs import was_noticed, was_read, was_unavailable
from faults.relay import Relay
from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from faults.load import Load

STANDBY = "standby"
DEAD_SECONDS, FROZEN_SECONDS = 7.0, 3.0
_SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
_CANCEL = """
SELECT pg_cancel_backend(pid) FROM pg_stat_activity
WHERE usename = 'agnes' AND wait_event = 'SyncRep'
"""


class Replicated(Stage):
    """The service knows one address, behind which stands whoever is the primary."""

    def create_database(self) -> None:
        super().create_database()
        self.relay = Relay(self.postgres.port)
        self.add_standby()

    def database_url(self) -> str:
        return self.postgres.url(port=self.relay.port)

    def add_standby(self) -> None:
        """A new standby, and from then on no commit without it."""
        self.standby = Postgres(self.folder / f"standby-{free_port()}", free_port())
        self.standby.clone(self.postgres, STANDBY)
        self.postgres.alter(synchronous_standby_names=STANDBY)
        self.wait_for_standby()

    def wait_for_standby(self) -> None:
        is_there = lambda: self.postgres.query(_SYNCHRONOUS) == [(1,)]  # noqa: E731
        wait_until(is_there, 30, "the standby to be synchronous")

    def fail_over(self) -> None:
        """What a manager of clusters does once the primary is dead."""
        self.standby.promote()
        self.standby.alter(synchronous_standby_names="")
        self.postgres, self.standby = self.standby, self.postgres
        self.relay.target = self.postgres.port
        self.relay.cut()

    def endings(self) -> list[Callable[[], object]]:
        own: list[Callable[[], object]] = []
        if hasattr(self, "standby"):
            own.append(self.standby.kill)
        if hasattr(self, "relay"):
            own.append(self.relay.close)
        stop, *rest = super().endings()
        return [stop, *own, *rest]


def lose_primary(stage: Stage, load: Load) -> None:
    assert isinstance(stage, Replicated)
    stage.postgres.kill()
    stage.fail_over()


def replace_standby(stage: Stage) -> None:
    """After a failover, so that the next round has one to lose again."""
    assert isinstance(stage, Replicated)
    stage.add_standby()


def lose_standby(stage: Stage, load: Load) -> list[Finding]:
    """Nothing can be acknowledged, reads go on, then the standby is back."""
    assert isinstance(stage, Replicated)
    stage.standby.kill()
    begin = time.monotonic()
    time.sleep(DEAD_SECONDS)
    found = list(_acknowledged(load, begin, time.monotonic()))
    stage.standby.start()
    stage.wait_for_standby()
    return [*found, *_unread(load, begin, begin + DEAD_SECONDS)]


def cancel_waits(stage: Stage, load: Load) -> list[Finding]:
    """The standby hangs, and somebody cancels what waits for it."""
    assert isinstance(stage, Replicated)
    stage.standby.tell(signal.SIGSTOP)
    begin, cancelled = time.monotonic(), 0
    while time.monotonic() < begin + FROZEN_SECONDS:
        cancelled += len(stage.postgres.query(_CANCEL))
        time.sleep(0.1)
    found = list(_acknowledged(load, begin, time.monotonic()))
    stage.standby.tell(signal.SIGCONT)
    if not cancelled:
        load.doubts.append("nobody waited for the standby")
    return found


def _acknowledged(load: Load, begin: float, end: float) -> Iterator[Finding]:
    """What was sent and acknowledged in this time, though no standby can have it."""
    for attempt in list(load.log.attempts):
        if begin < attempt.start and attempt.end < end and attempt.outcome == "ok":
            yield Finding("C1", attempt.game, f"{attempt}, though no standby had it")


def _unread(load: Load, begin: float, end: float) -> Iterator[Finding]:
    """Reads that were not answered."""
    for answer in list(load.log.answers):
        is_within = begin < answer.start and answer.end < end
        if is_within and answer.asked.startswith("GET") and answer.status != 200:
            yield Finding("S6", 0, f"{answer}, though it only reads")


KINDS = [
    Kind("standby dead", Replicated, lose_standby, was_read, seconds=DEAD_SECONDS + 3),
    Kind("wait for the standby cancelled", Replicated, cancel_waits, was_unavailable, seconds=5),
    Kind(
        "failover to the standby",
        Replicated,
        lose_primary,
        was_noticed,
        target=30,
        after=replace_standby,
    ),
]

"""The service's clock over midnight, a month ahead, and back; its monotonic clock goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from faults.processes import wait_until
from faults.proofs import was_served
from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from faults.load import Load

A_DAY = 86_400
PAUSE_SECONDS = 1.5  # a worker may read the offset a second late
MADE_SECONDS = 60
# A day that nothing was prepared for is made when it is first asked for.
_MADE = "SELECT count(*) FROM games_contest WHERE date = %s"
_UNMADE = "DELETE FROM games_contest WHERE date = %s"


def library() -> Path | None:
    """libfaketime, where Debian puts it."""
    return next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


class FakeClock(Stage):
    """The workers read their clock's offset from a file; nobody else does."""

    @staticmethod
    def lacks() -> str:
        return "" if library() else "libfaketime is not installed"

    def start(self) -> None:
        self.offset = self.folder / "offset"
        self.set_ahead(0)
        self.service.environment |= {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        super().start()

    def set_ahead(self, seconds: float) -> None:
        self.offset.write_text(f"{seconds:+.0f}\n", "utf-8")


def over_midnight(stage: Stage, load: Load) -> None:
    """From just before midnight into the next day, a month on, and back to now."""
    assert isinstance(stage, FakeClock)
    to_midnight, month = A_DAY - time.time() % A_DAY, 30 * A_DAY
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + month))
    stage.postgres.query(_UNMADE, day)
    stage.set_ahead(to_midnight - 2)
    time.sleep(2 + PAUSE_SECONDS)
    stage.set_ahead(month)
    is_made = lambda: stage.postgres.query(_MADE, day) == [(1,)]  # noqa: E731
    wait_until(is_made, MADE_SECONDS, "the day a month ahead to be made")
    stage.set_ahead(0)
    time.sleep(PAUSE_SECONDS)


KINDS = [Kind("clock over midnight and back", FakeClock, over_midnight, was_served, seconds=11)]

"""The service's clock over midnight, a month ahead, and back; its monotonic clock goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from faults.load import Load

A_DAY = 86_400
PAUSE_SECONDS = 2.5


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
        super().start()
        self.service.stop()
        self.service.environment |= {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self.offset),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.service.start()

    def set_ahead(self, seconds: float) -> None:
        self.offset.write_text(f"{seconds:+.0f}\n", "utf-8")


def over_midnight(stage: Stage, load: Load) -> None:
    """From just before midnight into the next day, a month on, and back to now."""
    assert isinstance(stage, FakeClock)
    to_midnight = A_DAY - time.time() % A_DAY
    for ahead in (to_midnight - 2, 30 * A_DAY, 0):
        stage.set_ahead(ahead)
        time.sleep(PAUSE_SECONDS)


KINDS = [Kind("clock over midnight and back", FakeClock, over_midnight)]

"""The drill: a backup and an archive of the WAL under load, then everything lost, then restored.

python -m faults.drill [--seconds N]

`pg_basebackup` runs while players play; a point is noted while they still play; then the server is
killed and its data removed. The backup is restored to the noted point, `pg_amcheck` looks at every
page and index, `verify_games --all` replays every game and recounts every board, and the checker
holds what stands against what clients were told before that point. The exit code is 1 if anything
is wrong. Needs PostgreSQL's programs, and makes a cluster of its own.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from faults.checker import check
from faults.history import Log
from faults.load import Load
from faults.postgres import HOST, OWNER, run
from faults.processes import end_when_told, wait_until
from faults.recount import check_positions
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from faults.checker import Finding

POINT = "noted"
WAIT_SECONDS = 60


class ArchivedStage(Stage):
    """A stage whose PostgreSQL archives its WAL, as docs/operations.md says."""

    def __init__(self) -> None:
        super().__init__()
        self.archive, self.backup = self.folder / "archive", self.folder / "backup"
        copy = f"test ! -f {self.archive}/%f && cp %p {self.archive}/%f"
        self.postgres.settings |= {"archive_mode": "on", "archive_command": copy}
        self.postgres.settings |= {"archive_timeout": "60"}

    def create_database(self) -> None:
        for folder in (self.archive, self.backup):
            folder.mkdir(mode=0o700)
            if not os.geteuid():
                shutil.chown(folder, OWNER, OWNER)
        super().create_database()

    def back_up(self) -> None:
        source = f"host={HOST} port={self.postgres.port} user={OWNER}"
        run("pg_basebackup", "-D", str(self.backup), "--dbname", source, "--checkpoint=fast")

    def note_point(self) -> tuple[float, float]:
        """The moments before and after the point was noted."""
        before = time.monotonic()
        self.postgres.query("SELECT pg_create_restore_point(%s)", POINT)
        return before, time.monotonic()

    def archive_all(self) -> None:
        """Close the present segment, and wait until it is in the archive."""
        [(segment,)] = self.postgres.query("SELECT pg_walfile_name(pg_switch_wal())")
        wait_until((self.archive / segment).exists, WAIT_SECONDS, "the archive")

    def destroy(self) -> None:
        self.service.stop()
        self.postgres.kill()
        shutil.rmtree(self.postgres.data)

    def restore(self) -> None:
        """Restore to the noted point, and return once PostgreSQL takes writes again."""
        self.backup.rename(self.postgres.data)
        (self.postgres.data / "recovery.signal").touch()
        self.postgres.settings |= {
            "restore_command": f"cp {self.archive}/%f %p",
            "recovery_target_name": POINT,
            "recovery_target_action": "promote",
        }
        self.postgres.start()
        wait_until(self.is_writable, WAIT_SECONDS, "the end of the recovery")

    def is_writable(self) -> bool:
        return self.postgres.query("SELECT pg_is_in_recovery()") == [(False,)]

    def amcheck(self) -> None:
        """Every table's pages, and every index against its table. RuntimeError."""
        at = ["--host", HOST, "--port", str(self.postgres.port), "--username", OWNER]
        run("pg_amcheck", *at, "--all", "--install-missing", "--heapallindexed")

    def verify(self) -> None:
        if self.service.manage("verify_games", "--all").wait():
            raise RuntimeError(f"verify_games found something:\n{self.service.last_words()}")


def known_by(log: Log, before: float, after: float) -> Log:
    """What clients knew when the point was noted: what was under way then may stand, or not."""
    return Log(
        attempts=[
            attempt if attempt.end < before else replace(attempt, outcome="unknown")
            for attempt in log.attempts
            if attempt.start < after
        ],
        seen=[sight for sight in log.seen if sight.end < before],
    )


def judged(stage: Stage, log: Log) -> list[Finding]:
    """What is wrong with the games that were restored."""
    stored = stage.stored(sorted({attempt.game for attempt in log.attempts}))
    return [*check(log, stored), *check_positions(stored)]


@contextmanager
def timed(what: str) -> Iterator[None]:
    begin = time.monotonic()
    yield
    print(f"{what:<46} {time.monotonic() - begin:6.1f} s", flush=True)


def drill(stage: ArchivedStage, seconds: float) -> list[Finding]:
    """Do it once, and return what is wrong."""
    with Load(stage, seed=0) as load:
        time.sleep(seconds / 3)
        with timed("pg_basebackup, under load"):
            stage.back_up()
        time.sleep(seconds / 3)
        before, after = stage.note_point()
        time.sleep(seconds / 3)
        stage.archive_all()
    known, acknowledged = known_by(load.log, before, after), _acknowledged(load.log)
    print(f"{acknowledged} actions acknowledged, {_acknowledged(known)} before the noted point")
    stage.destroy()
    with timed("from nothing to ready"):
        with timed("  restore to the noted point"):
            stage.restore()
        with timed("  pg_amcheck, every page and index"):
            stage.amcheck()
        with timed("  verify_games --all"):
            stage.verify()
        with timed("  the service answers /readyz"):
            stage.service.start()
    return judged(stage, known)


def _acknowledged(log: Log) -> int:
    return sum(len(attempt.actions) for attempt in log.attempts if attempt.outcome == "ok")


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    end_when_told()
    parser = argparse.ArgumentParser(prog="python -m faults.drill")
    parser.add_argument("--seconds", type=float, default=9, help="of load")
    seconds = parser.parse_args(arguments).seconds
    stage = ArchivedStage()
    with stage:
        found = drill(stage, seconds)
    for finding in found:
        print(finding)
    print(f"The drill found {len(found)} faults.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

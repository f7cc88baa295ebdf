"""PostgreSQL that is there and cannot: no connection left, no disk left, a lock that is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

import psycopg

from faults.proofs import was_served, was_unavailable
from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from faults.load import Load

HELD_SECONDS, FULL_SECONDS, READER_SECONDS = 2.0, 3.0, 10.0
DISK = "256m"
OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE usename = 'agnes' AND application_name <> 'hoarder'
"""


def exhaust_connections(stage: Stage, load: Load) -> None:
    """Take every connection there is, the service's own too, and keep them."""
    with ExitStack() as stack, stage.postgres.connect() as superuser:
        held = 0
        full = 0
        while full < 10:
            superuser.execute(OTHERS)
            with suppress(psycopg.OperationalError):
                while True:
                    stack.enter_context(_hoarded(stage))
                    held += 1
            full += 1
        time.sleep(HELD_SECONDS)


def _hoarded(stage: Stage) -> psycopg.Connection[Any]:
    return psycopg.connect(stage.postgres.url(), application_name="hoarder", connect_timeout=5)


class SmallDisk(Stage):
    """PostgreSQL's folder is a small file system of its own, and new WAL is needed often."""

    settings = {  # noqa: RUF012  (as in its parent)
        "max_wal_size": "4MB",
        "min_wal_size": "2MB",
        "wal_keep_size": "0",
    }

    @staticmethod
    def lacks() -> str:
        return "" if os.geteuid() == 0 else "only root can mount a small disk"

    def start(self) -> None:
        folder = self.postgres.folder
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
        subprocess.run(mount, check=True)
        super().start()

    def create_database(self) -> None:
        self.postgres.create(wal_segment=1)

    def endings(self) -> list[Callable[[], object]]:
        *stop, remove = super().endings()
        return [*stop, self.unmount, remove]

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.postgres.folder)], check=False)


def fill_disk(stage: Stage, load: Load) -> None:
    """Not a byte is free; PostgreSQL may give up, and is started again once there is room."""
    ballast = stage.postgres.folder / "ballast"
    _fill(ballast)
    begin = time.monotonic()
    while time.monotonic() < begin + FULL_SECONDS:
        with suppress(psycopg.Error):
            stage.postgres.query("SELECT pg_switch_wal()")
        time.sleep(0.5)
        _fill(ballast)
    ballast.unlink()
    if stage.postgres.process is None or stage.postgres.process.poll() is not None:
        stage.postgres.kill()
        stage.postgres.start()


def _fill(ballast: Path) -> None:
    free = shutil.disk_usage(ballast.parent).free
    with suppress(OSError), open(ballast, "ab") as file:
        file.write(bytes(free))


def change_schema(stage: Stage, load: Load) -> None:
    """Add a column, and take it away, against a reader who keeps the table for ten seconds."""
    with stage.postgres.connect() as reader:
        reader.autocommit = False
        reader.execute("SELECT 1 FROM games_game LIMIT 1")
        reader.execute("SELECT set_config('statement_timeout', '0', false)")
        begin = time.monotonic()
        while time.monotonic() < begin + READER_SECONDS:
            if _altered(stage, "ADD COLUMN IF NOT EXISTS note text NOT NULL DEFAULT ''"):
                load.doubts.append("the reader was in nobody's way")
        reader.rollback()
    for change in ("ADD COLUMN IF NOT EXISTS note text NOT NULL DEFAULT ''", "DROP COLUMN note"):
        while not _altered(stage, change):
            pass


def _altered(stage: Stage, change: str) -> bool:
    """One try, as a migration makes it: with the service's role and its limit for locks."""
    begin = time.monotonic()
    try:
        with psycopg.connect(stage.postgres.url(), options="-c lock_timeout=2s") as connection:
            connection.execute(f"ALTER TABLE games_game {change}")
    except psycopg.errors.LockNotAvailable:
        time.sleep(max(0.5, 0.5 + begin - time.monotonic()))
        return False
    return True


KINDS = [
    Kind("no connection left", Stage, exhaust_connections, was_unavailable),
    Kind(
        "schema changed against a long reader",
        Stage,
        change_schema,
        was_served,
        seconds=READER_SECONDS + 3,
    ),
    Kind("disk full", SmallDisk, fill_disk, was_unavailable, seconds=5),
]

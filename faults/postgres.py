"""PostgreSQL clusters to kill, fill and promote, each in a folder and on a port of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from faults.processes import children_of, tell, wait_until

HOST = "127.0.0.1"
OWNER = "postgres"
ROLE = DATABASE = "agnes"
START_SECONDS = 60
_BUSY = "SELECT pid FROM pg_stat_activity WHERE usename = %s AND state = 'active'"
# Short waits for a run of many restarts; durability is PostgreSQL's default.
SETTINGS = {
    "listen_addresses": HOST,
    "max_connections": "60",
    "shared_buffers": "64MB",
    "wal_keep_size": "64MB",
    "restart_after_crash": "on",
    "hot_standby": "on",
    # Before a recovery every file is synced; this way it takes a fifth of a second, not five.
    "recovery_init_sync_method": "syncfs",
    "log_min_messages": "warning",
}


@cache
def programs() -> Path:
    """The folder of the newest PostgreSQL that Debian has installed, else of the one on PATH."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = sorted(debian, key=lambda file: float(file.parts[4]))
    initdb = found[-1] if found else shutil.which("initdb")
    if initdb is None:
        raise SystemExit("PostgreSQL's initdb is not here. On Debian: apt install postgresql")
    return Path(initdb).resolve().parent


def as_owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so there it runs as the user that Debian made for it."""
    if os.geteuid():
        return {}
    group = pwd.getpwnam(OWNER).pw_gid
    return {"user": OWNER, "group": group, "extra_groups": [], "cwd": "/"}


def run(program: str, *arguments: str, sent: bytes = b"") -> bytes:
    """What one of PostgreSQL's own programs prints. RuntimeError with what it says if it fails."""
    command = [str(programs() / program), *arguments]
    done = subprocess.run(command, input=sent, check=False, capture_output=True, **as_owner())
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr.decode()}")
    return bytes(done.stdout)


@dataclass
class Postgres:
    """A cluster in `folder`, which listens on `port`. Role and database are `agnes`."""

    folder: Path
    port: int
    settings: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, role: str = ROLE, port: int | None = None) -> str:
        return f"postgresql://{role}@{HOST}:{port or self.port}/{DATABASE}"

    def create(self, *, wal_segment: int = 16) -> None:
        """A new, empty cluster, started, with the role and the database of the service."""
        self.own_folder()
        arguments = ["--username", OWNER, "--auth=trust", "--encoding=UTF8", "--no-sync"]
        run("initdb", "-D", str(self.data), *arguments, f"--wal-segsize={wal_segment}")
        self.start()
        at = ["--host", HOST, "--port", str(self.port), "--username", OWNER]
        run("createuser", *at, ROLE)
        run("createdb", *at, "--owner", ROLE, DATABASE)

    def own_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not os.geteuid():
            shutil.chown(self.folder, OWNER, OWNER)

    def clone(self, primary: Postgres, name: str) -> None:
        """Become a standby of the primary, under this name, and start."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.own_folder()
        source = f"host={HOST} port={primary.port} user={OWNER} application_name={name}"
        arguments = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        run("pg_basebackup", "-D", str(self.data), "--dbname", source, *arguments)
        self.start()

    def start(self) -> None:
        """Start, and return once connections are taken."""
        options = {**SETTINGS, "unix_socket_directories": str(self.folder), **self.settings}
        command = [str(programs() / "postgres"), "-D", str(self.data), f"--port={self.port}"]
        command += [f"--{name}={value}" for name, value in options.items()]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **as_owner()
            )
        wait_until(self.is_ready, START_SECONDS, f"PostgreSQL, see {self.folder / 'log'}")

    def is_ready(self) -> bool:
        command = [str(programs() / "pg_isready"), "--quiet", "--host", HOST, f"--port={self.port}"]
        return subprocess.run(command, check=False).returncode == 0

    def kill(self) -> None:
        """kill -9, the postmaster first, then all that it had started, and wait for their end."""
        if self.process is None:
            return
        pids = children_of(self.process.pid)
        tell([self.process.pid, *pids], signal.SIGKILL)
        self.process.wait()
        wait_until(lambda: not any(_is_running(pid) for pid in pids), 10, "the end of PostgreSQL")
        self.process = None

    def stop(self) -> None:
        """A "fast" stop: it waits for no client."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
        self.kill()

    def dump(self) -> bytes:
        """The database, for another cluster's `restore`."""
        return run("pg_dump", "--format=custom", self.url(OWNER))

    def restore(self, dump: bytes) -> None:
        run("pg_restore", "--exit-on-error", "--dbname", self.url(OWNER), sent=dump)

    def promote(self) -> None:
        """Make this standby the primary."""
        run("pg_ctl", "promote", "-D", str(self.data), "--wait", "--timeout=30")

    def connect(self, **options: Any) -> psycopg.Connection[Any]:
        """A superuser's connection in autocommit."""
        return psycopg.connect(self.url(OWNER), autocommit=True, connect_timeout=5, **options)

    def query(self, text: str, *values: Any) -> list[Any]:
        """The rows of a superuser's statement; none for one without rows."""
        with self.connect() as connection:
            cursor = connection.execute(text, values)
            return cursor.fetchall() if cursor.description else []

    def alter(self, **settings: str) -> None:
        """Set these for good and at once; "" takes one back. Allowed while no commit succeeds."""
        with self.connect() as connection:
            for name, value in settings.items():
                asked = f"SET {name} = '{value}'" if value else f"RESET {name}"
                connection.execute(f"ALTER SYSTEM {asked}")
            connection.execute("SELECT pg_reload_conf()")
        time.sleep(0.1)

    def busy_backend(self) -> int:
        """A process that is carrying out a statement of the service. RuntimeError."""
        late = time.monotonic() + START_SECONDS
        with self.connect() as connection:
            while time.monotonic() < late:
                for (pid,) in connection.execute(_BUSY, [ROLE]):
                    return int(pid)
        raise RuntimeError("no backend has anything to do")

    def tell(self, number: signal.Signals) -> None:
        """Send the postmaster, and then all that it has started, this signal."""
        assert self.process is not None
        tell([self.process.pid, *children_of(self.process.pid)], number)


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"

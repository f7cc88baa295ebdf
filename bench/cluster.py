"""A PostgreSQL cluster for one run: in a folder of its own, durable, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import psycopg

from bench import BenchError

if TYPE_CHECKING:
    from collections.abc import Iterator

DATABASE = "agnes"
_OWNER = "postgres"
_START_SECONDS, _STOP_SECONDS = 30, 60


class NoClusterError(BenchError):
    """There is no PostgreSQL here that could be started."""


def programs() -> Path:
    """The folder of PostgreSQL's programs, the newest of Debian's first. NoClusterError."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = sorted(debian, key=lambda file: float(file.parts[4]))[-1:]
    elsewhere = shutil.which("initdb")
    if not found and not elsewhere:
        raise NoClusterError("PostgreSQL's initdb is not here. On Debian: apt install postgresql")
    return found[0].parent if found else Path(str(elsewhere)).resolve().parent


@dataclass(frozen=True)
class Cluster:
    """A running cluster. It listens on a Unix socket in `folder` alone, and trusts who connects."""

    folder: Path
    pid: int

    @property
    def url(self) -> str:
        """For DATABASE_URL and psycopg."""
        return f"postgresql://{_OWNER}@{quote(str(self.folder), safe='')}:5432/{DATABASE}"

    @property
    def environment(self) -> dict[str, str]:
        """The same for PostgreSQL's own programs."""
        return {"PGHOST": str(self.folder), "PGUSER": _OWNER, "PGDATABASE": DATABASE}

    def connect(self) -> psycopg.Connection[Any]:
        """A connection in autocommit."""
        return psycopg.connect(self.url, autocommit=True)


@contextmanager
def cluster(**settings: str) -> Iterator[Cluster]:
    """Yield a new cluster with an empty database, started with these settings over the defaults.

    fsync and synchronous_commit keep their default, on. NoClusterError.
    """
    with _folder() as folder:
        data = str(folder / "data")
        _run("initdb", "-D", data, "--username", _OWNER, "--auth=trust", "--encoding=UTF8", "-N")
        with _served(folder, settings) as process:
            _run("createdb", "--host", str(folder), "--username", _OWNER, DATABASE)
            yield Cluster(folder, process.pid)


@contextmanager
def standby(primary: Cluster, **settings: str) -> Iterator[Cluster]:
    """Yield a streaming replica of a cluster: it can be read, and follows. NoClusterError."""
    with _folder() as folder:
        source = ["--host", str(primary.folder), "--username", _OWNER]
        options = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
        _run("pg_basebackup", "-D", str(folder / "data"), *source, *options)
        with _served(folder, settings) as process:
            yield Cluster(folder, process.pid)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="agnes-bench-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, _OWNER, _OWNER)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _served(folder: Path, settings: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    options = {"unix_socket_directories": str(folder), "listen_addresses": ""}
    options |= {"max_connections": "200", **settings}
    command = [str(programs() / "postgres"), "-D", str(folder / "data")]
    command += [f"--{name}={value}" for name, value in options.items()]
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(  # noqa: S603  (PostgreSQL's own programs)
            command, stdout=log, stderr=log, start_new_session=True, **_as_owner()
        )
    try:
        _wait(process, folder)
        yield process
    finally:
        process.send_signal(signal.SIGINT)  # a "fast" stop: it waits for no client
        process.wait(_STOP_SECONDS)


def _wait(process: subprocess.Popen[bytes], folder: Path) -> None:
    late = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < late:
        command = [str(programs() / "pg_isready"), "--quiet", "--host", str(folder)]
        if subprocess.run(command, check=False).returncode == 0:  # noqa: S603  (as above)
            return
        time.sleep(0.1)
    raise NoClusterError((folder / "log").read_text())


def _run(program: str, *arguments: str) -> None:
    done = subprocess.run(  # noqa: S603  (as above)
        [str(programs() / program), *arguments],
        check=False,
        capture_output=True,
        text=True,
        **_as_owner(),
    )
    if done.returncode:
        raise NoClusterError(f"{program}: {done.stderr}")


def _as_owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so there it runs as the user that Debian made for it."""
    if os.geteuid():
        return {}
    try:
        group = pwd.getpwnam(_OWNER).pw_gid
    except KeyError as error:
        raise NoClusterError(f"As root this needs a user {_OWNER}.") from error
    return {"user": _OWNER, "group": group, "extra_groups": [], "cwd": "/"}

"""Servers under measurement, started as production starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import start
from bench import BenchError
from bench.machine import below, free_port, memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

HOST = "127.0.0.1"
_PEERS = start.ROOT / ".venv-bench"
_PEERS_LOCK = start.ROOT / "bench" / "requirements.txt"
_UVICORN = ["-m", "uvicorn", "bench.peer_fastapi.app:app", "--loop=uvloop", "--http=httptools"]
_UVICORN += ["--no-access-log", "--log-level=warning"]
_READY_SECONDS = 60


class ServerError(BenchError):
    """A server did not answer in time."""


@dataclass(frozen=True)
class Server:
    """A running server. `pid` is its first process; the workers are below it."""

    name: str
    pid: int
    port: int

    def memory(self) -> list[dict[str, float]]:
        """MB of every worker; the processes that do not hold the application are left out."""
        found = [memory(pid) for pid in below(self.pid)]
        return [process for process in found if process["rss"] > 30]


@contextmanager
def granian(env: Mapping[str, str], workers: int, app: str = "") -> Iterator[Server]:
    """Yield our own server, with the options of `start.py`, or another application on it."""
    command = [sys.executable, *start.GRANIAN]
    if app:
        command = [app if part.endswith(":application") else part for part in command]
    port = free_port()
    command += ["--host", HOST, "--port", str(port), "--workers", str(workers)]
    with serving("agnes", command, env, port) as server:
        yield server


def peers_python() -> str:
    """The Python of what is compared with: an environment of its own, made when it is not there."""
    venv = start.Venv(_PEERS)
    venv.install(_PEERS_LOCK)
    return venv.python


@contextmanager
def fastapi(env: Mapping[str, str], workers: int) -> Iterator[Server]:
    """Yield the peer."""
    port = free_port()
    command = [peers_python(), *_UVICORN, "--host", HOST, "--port", str(port)]
    with serving("fastapi", [*command, "--workers", str(workers)], env, port) as server:
        yield server


@contextmanager
def serving(
    name: str, command: Sequence[str], env: Mapping[str, str], port: int
) -> Iterator[Server]:
    """Yield a server once it answers /healthz; end it and all below it afterwards."""
    process = subprocess.Popen(  # noqa: S603  (the programs under measurement)
        command, env={**os.environ, **env}, cwd=start.ROOT, start_new_session=True
    )
    try:
        late = time.monotonic() + _READY_SECONDS
        while not start.is_answering(HOST, port):
            if process.poll() is not None or time.monotonic() > late:
                raise ServerError(f"{name} does not answer")
            time.sleep(0.1)
        yield Server(name, process.pid, port)
    finally:
        start.stop(process, signal.SIGTERM)

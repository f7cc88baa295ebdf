"""A rolling restart: nobody is refused, however long a worker loads, and a broken one takes over
nothing.
"""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from faults.processes import children_of, listeners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
WAIT_SECONDS = 60
SERVE = """
import sys
from agnes_site import serve
serve.LOAD_SECONDS = float(sys.argv.pop(1))
serve.main()
"""
# A loop that always has something to do, told by a signal at any moment of it.
TOLD_AT_ANY_MOMENT = """
import signal
from agnes_site.serve import Interrupt
interrupt, told = Interrupt(), []

def hear(number, frame):
    told.append(number)
    interrupt.set()

signal.signal(signal.SIGALRM, hear)
signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
while len(told) < 200:
    interrupt.set()
    interrupt.wait()
    interrupt.clear()
signal.setitimer(signal.ITIMER_REAL, 0)
"""
APPLICATION = """
import time
from pathlib import Path

release, seconds = Path("release").read_text().split()
time.sleep(float(seconds))
if release == "broken":
    raise RuntimeError(release)

def application(environ, start):
    start("200 OK", [("Content-Type", "text/plain"), ("Connection", "close")])
    return [release.encode()]
"""


@dataclass
class Server:
    """The server with one worker, in a folder with its application and its log."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes]

    def release(self, name: str, load_seconds: float) -> None:
        """Let this be what a worker loads from now on."""
        (self.folder / "release").write_text(f"{name} {load_seconds}")

    def roll_over(self) -> None:
        self.process.send_signal(signal.SIGHUP)

    def answer(self) -> str:
        """The release that answers; "" if a worker stops at that moment. ConnectionRefusedError."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        try:
            connection.request("GET", "/")
            return connection.getresponse().read().decode()
        except ConnectionResetError:
            return ""
        finally:
            connection.close()

    def listens(self) -> bool:
        with suppress(ConnectionRefusedError):
            return bool(self.answer())
        return False

    def cpu_seconds(self) -> float:
        """What its main process has used, without its workers."""
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def log(self) -> str:
        return (self.folder / "log").read_text()


def wait_until(is_so: Callable[[], bool], server: Server) -> None:
    late = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < late, server.log()
        time.sleep(0.01)


def started(folder: Path, load_limit: float, workers: int) -> Server:
    (folder / "release").write_text("old 0")
    (folder / "app.py").write_text(APPLICATION)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [sys.executable, "-c", SERVE, str(load_limit), "app:application", f"--port={port}"]
    command += ["--interface=wsgi", "--no-ws", "--log-level=error", "--workers-kill-timeout=3"]
    command += [
        f"--workers={workers}",
        "--blocking-threads=2",
        "--respawn-failed-workers",
        "--respawn-interval=0.2",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    server = Server(folder, port, process)
    wait_until(server.listens, server)
    return server


@pytest.fixture
def load_limit() -> float:
    return WAIT_SECONDS


@pytest.fixture
def workers() -> int:
    return 1


@pytest.fixture
def server(tmp_path: Path, load_limit: float, workers: int) -> Iterator[Server]:
    made = started(tmp_path, load_limit, workers)
    yield made
    try:
        made.process.terminate()
        assert made.process.wait(WAIT_SECONDS) == 0
    finally:
        made.process.kill()


def test_the_loop_is_told_at_any_moment_of_its_wait() -> None:
    told = [sys.executable, "-c", TOLD_AT_ANY_MOMENT]
    assert subprocess.run(told, cwd=ROOT, check=False, timeout=WAIT_SECONDS).returncode == 0


def test_while_a_new_worker_loads_the_old_one_answers(server: Server) -> None:
    server.release("new", load_seconds=2)
    server.roll_over()
    wait_until(lambda: server.answer() == "new", server)


def test_a_worker_that_cannot_load_takes_over_nothing_and_its_successor_does(
    server: Server,
) -> None:
    server.release("broken", load_seconds=0)
    server.roll_over()
    wait_until(lambda: server.answer() == "old" and "not ready" in server.log(), server)
    server.release("mended", load_seconds=0)
    server.roll_over()
    wait_until(lambda: server.answer() == "mended", server)


def test_a_worker_that_dies_while_its_successor_loads_is_replaced_once(server: Server) -> None:
    [old] = children_of(server.process.pid)
    server.release("new", load_seconds=2)
    server.roll_over()
    wait_until(lambda: len(children_of(server.process.pid)) > 1, server)
    os.kill(old, signal.SIGKILL)
    wait_until(server.listens, server)
    successors, used = children_of(server.process.pid), server.cpu_seconds()
    time.sleep(1)
    assert children_of(server.process.pid) == successors
    assert server.answer() == "new"
    assert server.cpu_seconds() - used < 0.1


def test_a_worker_that_dies_soon_after_a_restart_is_replaced(server: Server) -> None:
    [old] = children_of(server.process.pid)
    server.release("new", load_seconds=0)
    server.roll_over()
    wait_until(lambda: old not in (now := children_of(server.process.pid)) and bool(now), server)
    [new] = children_of(server.process.pid)
    os.kill(new, signal.SIGKILL)
    wait_until(server.listens, server)
    assert server.process.poll() is None


@pytest.mark.parametrize("workers", [2])
def test_while_one_worker_answers_another_that_died_is_replaced_as_soon_as_one_can_load(
    server: Server,
) -> None:
    wait_until(lambda: listeners(server.port) == 2, server)
    dying, staying = children_of(server.process.pid)
    server.release("broken", load_seconds=0)
    os.kill(dying, signal.SIGKILL)
    wait_until(lambda: server.log().count("not ready") > 1, server)
    assert server.answer() == "old"
    server.release("mended", load_seconds=0)
    wait_until(lambda: server.answer() == "mended", server)
    assert staying in children_of(server.process.pid)


@pytest.mark.parametrize("load_limit", [1])
def test_a_worker_that_loads_for_ever_is_given_up(server: Server) -> None:
    server.release("endless", load_seconds=10 * WAIT_SECONDS)
    server.roll_over()
    wait_until(lambda: "not ready" in server.log(), server)
    assert server.answer() == "old"


def test_a_server_that_waits_for_a_worker_ends_at_once_when_it_is_told_to(server: Server) -> None:
    server.release("endless", load_seconds=10 * WAIT_SECONDS)
    server.roll_over()
    time.sleep(0.5)
    server.process.terminate()
    assert server.process.wait(10) == 0
    assert "not ready" not in server.log()

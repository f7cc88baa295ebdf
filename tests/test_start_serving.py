"""start.py: what it starts, it also stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import start

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LISTEN = """
import http.server, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(sys.argv[2])); self.end_headers()
    def log_message(self, *words): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
"""


LAST = """
import time
time.sleep(60)
"""


def worker(program: str = LAST) -> start.Worker:
    return start.Worker([sys.executable, "-c", program], os.environ)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def test_a_failing_command_ends_with_its_own_exit_code() -> None:
    with pytest.raises(start.StartError) as failure:
        start.run([sys.executable, "-c", "raise SystemExit(7)"], os.environ)
    assert failure.value.code == 7


def test_a_command_killed_by_a_signal_ends_as_a_shell_would_say_it() -> None:
    suicide = "import os; os.kill(os.getpid(), 9)"
    assert start.watch(start.spawn([sys.executable, "-c", suicide], os.environ)) == 128 + 9


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_child_and_is_the_exit_code(signum: signal.Signals) -> None:
    child = start.spawn([sys.executable, "-c", "import time; time.sleep(60)"], os.environ)
    start.stop_signals.append(signum)
    with pytest.raises(start.StoppedError) as stopped:
        start.watch(child)
    assert stopped.value.code == 128 + signum
    assert child.returncode is not None


def test_children_of_the_child_are_ended_even_when_they_will_not_listen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "STOP_SECONDS", 0.2)
    report = tmp_path / "pid"
    deaf = f"trap '' TERM INT; (echo ready >{report}; sleep 60) & wait; sleep 60"
    child = start.spawn(["/bin/sh", "-c", deaf], os.environ)
    while not report.exists():
        time.sleep(0.01)
    start.stop(child, signal.SIGTERM)
    assert child.returncode == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        _wait_for_the_end_of_session(child.pid)


def _wait_for_the_end_of_session(pid: int) -> None:
    """ProcessLookupError once nothing of it runs: killed children are reaped a moment later."""
    for _ in range(200):
        os.killpg(pid, 0)
        time.sleep(0.05)


def test_a_taken_port_is_named_with_a_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(start.StartError, match=f"^Port {port} on 127.0.0.1 is taken.*PORT="):
            start.address({"PORT": str(port)})


@pytest.mark.parametrize("port", ["http", "0", "65536", "-1"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(start.StartError, match=f"from 1 to 65535, not '{port}'"):
        start.address({"PORT": port})


def test_a_host_of_another_machine_is_refused() -> None:
    with pytest.raises(start.StartError, match=r"^Cannot listen on 192\.0\.2\.1"):
        start.address({"HOST": "192.0.2.1", "PORT": str(free_port())})


@pytest.mark.parametrize("status", ["200", "400"])
def test_the_address_is_printed_once_the_server_answers_and_a_stop_is_no_failure(
    status: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    server = start.spawn([sys.executable, "-c", LISTEN, str(port), status], os.environ)
    say = start.say

    def say_and_stop(text: str) -> None:
        say(text)
        start.stop_signals.append(signal.SIGTERM)

    monkeypatch.setattr(start, "say", say_and_stop)
    start.serve(server, worker(), "0.0.0.0", port)  # noqa: S104  (only its address is printed)
    said = capsys.readouterr().out
    assert said == f"Agnes is ready: http://127.0.0.1:{port}/\nCtrl-C stops it.\nStopped.\n"
    assert server.returncode == -signal.SIGTERM


def test_static_files_are_collected_again_only_when_they_changed(
    tmp_path: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "ROOT", tmp_path)
    for folder in ("games/static", "data/static"):
        (tmp_path / folder).mkdir(parents=True)
    sheet = tmp_path / "games" / "static" / "board.css"
    env = {"AGNES_DATA_DIR": str(tmp_path / "data")}
    for text, collected in [("a", True), ("a", False), ("b", True)]:
        commands.clear()
        sheet.write_text(text)
        start.collect_static_files(start.Venv(tmp_path), env)
        assert ["collectstatic" in command for command in commands] == [True] * collected


def test_a_server_that_ends_by_itself_is_a_failure() -> None:
    server = start.spawn([sys.executable, "-c", "raise SystemExit(0)"], os.environ)
    with pytest.raises(start.StartError, match="ended by itself, with exit code 0"):
        start.serve(server, worker(), "127.0.0.1", free_port())


def test_a_server_that_does_not_answer_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "READY_SECONDS", 0.2)
    port = free_port()
    server = start.spawn([sys.executable, "-c", LISTEN, str(port), "500"], os.environ)
    with pytest.raises(start.StartError, match="did not answer"):
        start.serve(server, worker(), "127.0.0.1", port)
    assert server.returncode is not None


# -- The worker beside it


class Stage:
    """A server that answers, served until a moment of the test has come."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, program: str = LAST) -> None:
        self.port = free_port()
        listen = [sys.executable, "-c", LISTEN, str(self.port), "200"]
        self.server = start.spawn(listen, os.environ)
        self.worker = worker(program)
        self.children: list[subprocess.Popen[bytes]] = []
        monkeypatch.setattr(start, "spawn", self.spawn)

    def spawn(self, command: list[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(command, env=env, start_new_session=True)
        self.children.append(child)
        return child

    def serve(self, until: Callable[[], bool], signum: signal.Signals = signal.SIGINT) -> None:
        attend = self.worker.attend

        def attend_and_look() -> None:
            attend()
            if until():
                start.stop_signals.append(signum)

        self.worker.attend = attend_and_look  # type: ignore[method-assign]  # to see each moment
        start.serve(self.server, self.worker, "127.0.0.1", self.port)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_worker_runs_beside_the_server_and_both_are_stopped(
    signum: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(monkeypatch)
    stage.serve(lambda: bool(stage.children), signum)
    (child,) = stage.children
    assert child.returncode == -signal.SIGTERM
    assert stage.server.returncode is not None


def test_a_worker_that_ends_by_itself_is_named_and_started_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "WORKER_PAUSE", 0.2)
    stage = Stage(monkeypatch, "raise SystemExit(7)")
    begun = time.monotonic()
    stage.serve(lambda: len(stage.children) == 3)
    assert time.monotonic() >= begun + 2 * start.WORKER_PAUSE
    said = capsys.readouterr().out
    assert said.count("The worker ended by itself, with exit code 7.\n") == 2
    assert said.endswith("Stopped.\n")


def test_the_worker_is_stopped_when_the_server_has_ended_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage(monkeypatch)
    killed = iter([stage.server.kill])
    with pytest.raises(start.StartError, match="ended by itself, with exit code -9"):
        stage.serve(lambda: bool(next(killed, bool)()))
    (child,) = stage.children
    assert child.returncode == -signal.SIGTERM


def test_no_worker_is_started_for_a_server_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start, "READY_SECONDS", 0.2)
    stage = Stage(monkeypatch)
    monkeypatch.setattr(start, "is_answering", lambda host, port: False)
    with pytest.raises(start.StartError, match="did not answer"):
        stage.serve(lambda: False)
    assert stage.children == []


@pytest.mark.parametrize(
    ("env", "workers", "threads"),
    [
        ({}, "1", "8"),
        ({"DATABASE_URL": "sqlite:////tmp/agnes.sqlite3"}, "1", "8"),
        ({"DATABASE_URL": "postgresql://127.0.0.1/agnes"}, "2", "8"),
        ({"AGNES_WORKERS": "3", "AGNES_THREADS": "4"}, "3", "4"),
    ],
)
def test_sqlite_is_served_by_one_process_and_postgresql_by_two_unless_told_otherwise(
    env: dict[str, str], workers: str, threads: str
) -> None:
    assert start.sizes(env) == ["--workers", workers, "--blocking-threads", threads]


def test_counts_begin_anew_with_the_server_and_leave_those_of_another_alone(tmp_path: Path) -> None:
    env = {"AGNES_DATA_DIR": str(tmp_path)}
    other = start.counts_folder(env, 8001) / "counter_1.db"
    own = start.counts_folder(env, 8000) / "counter_1.db"
    for file in (other, own):
        file.write_bytes(b"counts")
    start.counts_folder(env, 8000)
    assert (other.exists(), own.exists()) == (True, False)

"""start.py: nothing that it started outlives it, not even when it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import start
from tests.test_start_serving import free_port, worker

ROOT = Path(start.__file__).parent
ONE_CHILD = """
import os, sys, time, start
child = start.spawn([sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"],
                    os.environ)
print(child.pid, flush=True)
time.sleep(60)
"""
# A server with a worker in its session, that answers, and then ends by itself.
ENDS = """
import http.server, subprocess, sys
worker = subprocess.Popen(["sleep", "60"])
open(sys.argv[2], "w").write(str(worker.pid))
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def log_message(self, *words): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer).handle_request()
"""


def _is_running(pid: int) -> bool:
    """A killed process of ours that nobody waits for is a zombie: it runs no more."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"


def _wait_for_the_end(pid: int) -> None:
    for _ in range(1_000):
        if not _is_running(pid):
            return
        time.sleep(0.01)
    pytest.fail(f"{pid} goes on")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of that death")
def test_a_child_ends_when_its_parent_is_killed() -> None:
    command = [sys.executable, "-c", ONE_CHILD]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        said = {parent.stdout.readline().strip(), parent.stdout.readline().strip()}
        (pid,) = map(int, said - {"up"})
        parent.kill()
        _wait_for_the_end(pid)


def test_a_server_that_ends_by_itself_leaves_nothing_of_its_session(tmp_path: Path) -> None:
    port, report = free_port(), tmp_path / "pid"
    server = start.spawn([sys.executable, "-c", ENDS, str(port), str(report)], os.environ)
    with pytest.raises(start.StartError, match="ended by itself"):
        start.serve(server, worker(), "127.0.0.1", port)
    _wait_for_the_end(int(report.read_text("utf-8")))

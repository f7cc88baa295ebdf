"""The service as production runs it: granian with several workers, and commands beside it."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import start
from faults.processes import children_of, listeners, wait_until

ROOT = Path(__file__).resolve().parent.parent
# Static files are collected there once, not for each stage.
DATA = ROOT / "data" / "faults"
READY_SECONDS = 60
WORKERS = 3
WRAPPED = "faults.wsgi:application"


@dataclass
class Service:
    """granian on `port`, with what `start.py` gives it; `folder` has its log and its files."""

    folder: Path
    port: int
    environment: dict[str, str]
    application: str = WRAPPED
    count: int = WORKERS
    process: subprocess.Popen[bytes] | None = None

    @property
    def settings(self) -> dict[str, str]:
        own = {
            "SECRET_KEY": "for-runs-of-faults-only",
            "AGNES_DATA_DIR": str(DATA),
            "AGNES_FAULTS_DIR": str(self.folder),
            "AGNES_WORKERS": str(self.count),
            "PORT": str(self.port),
            "LOG_LEVEL": "WARNING",
        }
        return {**os.environ, **own, **self.environment}

    def manage(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        """One of manage.py's commands, under way."""
        with open(self.folder / "log", "ab") as log:
            command, env = [sys.executable, "manage.py", *words], {**self.settings, **environment}
            return subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)

    def run(self, *words: str) -> None:
        """Run one of manage.py's commands to its end. RuntimeError."""
        if self.manage(*words).wait():
            raise RuntimeError(f"manage.py {words[0]} failed:\n{self.last_words()}")

    def prepare(self) -> None:
        """What `start.py` does before it serves."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for words in start.PREPARATIONS.values():
            self.run(*words, "--verbosity=0")
        start.collect_static_files(start.Venv(ROOT / ".venv"), self.settings)

    def start(self) -> None:
        """Start, and return once it is ready."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arguments = [self.application if ":application" in word else word for word in start.GRANIAN]
        arguments += ["--host", "127.0.0.1", "--port", str(self.port), "--workers", str(self.count)]
        with open(self.folder / "log", "ab") as log:
            command = [sys.executable, *arguments]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.settings, stdout=log, stderr=log, start_new_session=True
            )
        wait_until(self.is_ready, READY_SECONDS, f"the service, see {self.folder / 'log'}")

    def last_words(self) -> str:
        """The end of the log."""
        return (self.folder / "log").read_text("utf-8", "replace")[-2000:]

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def is_whole(self) -> bool:
        """Whether it is ready, with all its workers: each listens on a socket of its own."""
        return listeners(self.port) == self.count and self.is_ready()

    def ensure(self) -> bool:
        """Whether it still runs; started again if not, as a supervisor would."""
        if self.process is not None and self.process.poll() is None:
            return True
        self.stop()
        self.start()
        return False

    def workers(self) -> list[int]:
        """The processes that answer requests."""
        if self.process is None:
            return []
        return [pid for pid in children_of(self.process.pid) if "tracker" not in _command(pid)]

    def stop(self) -> None:
        """SIGTERM, then whatever is left of its session."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


def _command(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""

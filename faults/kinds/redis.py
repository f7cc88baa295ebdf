"""Redis dead, hung and emptied: it holds nothing that is not in the database."""

from __future__ import annotations

import http.client
import re
import secrets
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from faults.history import Answer
from faults.processes import free_port
from faults.proofs import was_read, was_served
from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from faults.load import Load

DOWN_SECONDS = 2.0
SIGN_UP = "/accounts/signup/"


class RedisStage(Stage):
    """The service caches in a Redis of its own."""

    @staticmethod
    def lacks() -> str:
        return "" if shutil.which("redis-server") else "redis-server is not installed"

    def start(self) -> None:
        self.redis_port = free_port()
        self.start_redis()
        self.service.environment["REDIS_URL"] = f"redis://127.0.0.1:{self.redis_port}/0"
        super().start()

    def start_redis(self) -> None:
        command = ["redis-server", "--port", str(self.redis_port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--loglevel", "warning"]
        self.redis = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=self.folder)

    def ask_redis(self, word: str) -> str:
        command = ["redis-cli", "-p", str(self.redis_port), word]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def count_keys(self) -> int:
        return int(self.ask_redis("dbsize"))

    def endings(self) -> list[Callable[[], object]]:
        own: list[Callable[[], object]] = (
            [self.redis.kill, self.redis.wait] if hasattr(self, "redis") else []
        )
        return [*own, *super().endings()]


def sign_ups(stage: Stage, load: Load, seconds: float) -> None:
    """Fill in the page of signing up, which counts in the cache, for so long."""
    late = time.monotonic() + seconds
    while time.monotonic() < late:
        _sign_up_by_page(stage, load)
        time.sleep(0.1)


def _sign_up_by_page(stage: Stage, load: Load) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", stage.service.port, timeout=12)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", SIGN_UP)
        page = connection.getresponse()
        cookie = (page.headers.get("Set-Cookie") or "").partition(";")[0]
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        password = secrets.token_urlsafe(12)
        fields = {"username": f"r{secrets.token_hex(7)}", "password1": password}
        fields |= {"password2": password, "csrfmiddlewaretoken": found[1] if found else ""}
        answer = Answer("newcomer", f"POST {SIGN_UP}", time.monotonic(), 0, 0)
        load.log.answers.append(answer)
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", SIGN_UP, urlencode(fields), headers)
        got = connection.getresponse()
        got.read()
        answer.status, answer.end = got.status, time.monotonic()
        answer.retry_after = got.headers.get("Retry-After", "")
    connection.close()


def kill_redis(stage: Stage, load: Load) -> None:
    assert isinstance(stage, RedisStage)
    stage.redis.kill()
    stage.redis.wait()
    sign_ups(stage, load, DOWN_SECONDS)
    stage.start_redis()
    sign_ups(stage, load, 0.5)


def hang_redis(stage: Stage, load: Load) -> None:
    assert isinstance(stage, RedisStage)
    stage.redis.send_signal(signal.SIGSTOP)
    sign_ups(stage, load, DOWN_SECONDS)
    stage.redis.send_signal(signal.SIGCONT)
    sign_ups(stage, load, 0.5)


def flush_redis(stage: Stage, load: Load) -> None:
    assert isinstance(stage, RedisStage)
    sign_ups(stage, load, 0.5)
    if not stage.count_keys():
        load.doubts.append("Redis held nothing")
    stage.ask_redis("flushall")
    if stage.count_keys() > 1:  # a request under way may have written again
        load.doubts.append("Redis was not emptied")
    sign_ups(stage, load, 0.5)


KINDS = [
    Kind("Redis dead", RedisStage, kill_redis, was_read),
    Kind("Redis hung", RedisStage, hang_redis, was_read),
    Kind("Redis flushed", RedisStage, flush_redis, was_served),
]

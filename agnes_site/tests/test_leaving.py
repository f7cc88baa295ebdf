"""A worker that will be replaced ends its connections, each with an answer."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING, Any
from wsgiref.util import setup_testing_defaults

import pytest

from agnes_site.leaving import SIGNAL, leaving_told
from agnes_site.serve import TellingServer, workers_tell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agnes_site.chunks import Application

SAID = ("Content-Type", "text/plain")
CLOSE = ("Connection", "close")
TOLD = 7


@pytest.fixture(autouse=True)
def _before() -> Iterator[None]:
    """The signal is listened for as before, afterwards."""
    listening = signal.getsignal(SIGNAL)
    yield
    signal.signal(SIGNAL, listening)


def hello(environ: Any, start: Any) -> Any:
    start("200 OK", [SAID])
    return [b"hello"]


def headers_of(application: Application) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []

    def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
        said.extend(headers)

    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    assert b"".join(application(environ, start)) == b"hello"
    return said


def test_from_the_signal_on_each_answer_ends_its_connection() -> None:
    application = leaving_told(hello)
    assert headers_of(application) == [SAID]
    os.kill(os.getpid(), SIGNAL)
    assert headers_of(application) == [SAID, CLOSE]
    assert headers_of(application) == [SAID, CLOSE]


def test_loaded_by_another_thread_it_answers_and_listens_for_nothing() -> None:
    listening, loaded = signal.getsignal(SIGNAL), []
    thread = threading.Thread(target=lambda: loaded.append(leaving_told(hello)))
    thread.start()
    thread.join()
    assert headers_of(loaded[0]) == [SAID]
    assert signal.getsignal(SIGNAL) is listening


def be_told(ready: Any) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {SIGNAL})
    ready.set()
    signal.sigwait({SIGNAL})
    os._exit(TOLD)


def test_after_sighup_every_worker_is_told() -> None:
    kind = multiprocessing.get_context("fork")
    listening = [kind.Event() for _ in range(2)]
    workers = [kind.Process(target=be_told, args=(event,), daemon=True) for event in listening]
    for worker in workers:
        worker.start()
    for event in listening:
        event.wait()
    (tell,) = TellingServer("agnes_site.wsgi:application").hooks_reload
    assert tell is workers_tell
    tell()
    for worker in workers:
        worker.join()
        assert worker.exitcode == TOLD

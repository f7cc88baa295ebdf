"""Answering many lines with several processes, in the order in which they came."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.pool import Pool
from queue import Queue
from threading import Thread
from typing import Protocol, TypeVar

_T = TypeVar("_T")
_A = TypeVar("_A", covariant=True)

_LINES_AHEAD_PER_JOB = 64


class _Pending(Protocol[_A]):
    def get(self) -> _A: ...


def answered(answer: Callable[[bytes], _T], lines: Iterable[bytes], jobs: int) -> Iterator[_T]:
    """Yield the answer to each line as soon as it and all before it are there.

    `answer` is called in `jobs` processes, so it must be one that can be pickled. With one job it
    is called here. At most 64 lines a job are read ahead.
    """
    if jobs == 1:
        yield from map(answer, lines)
        return
    pending: Queue[_Pending[_T] | None] = Queue(jobs * _LINES_AHEAD_PER_JOB)
    # Forking would copy the threads' locks, and spawning works everywhere.
    with multiprocessing.get_context("spawn").Pool(jobs, _die_at_interrupt) as pool:
        Thread(target=_submit, args=(pool, answer, lines, pending), daemon=True).start()
        while (promise := pending.get()) is not None:
            yield promise.get()


def _submit(
    pool: Pool,
    answer: Callable[[bytes], _T],
    lines: Iterable[bytes],
    pending: Queue[_Pending[_T] | None],
) -> None:
    """Hand in the lines from a thread, so that an answer never waits for the line after its own."""
    for line in lines:
        pending.put(pool.apply_async(answer, (line,)))
    pending.put(None)


def _die_at_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

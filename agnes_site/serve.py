"""granian's command, with a rolling restart in which somebody always listens.

`python -m agnes_site.serve` takes what `granian` takes. After SIGHUP granian starts a worker beside
each of those it has and, `--respawn-interval` later, stops the old one, which closes its
connections, though somebody may just be sending a request on one: so workers hear of it at once.
And each worker listens on a socket of its own, from when it has loaded the application: so the
interval begins then, and a new worker that does not come to that leaves the old one where it is. A
worker that has died is replaced in the same way, again and again if need be, as long as another one
answers.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe, active_children
from signal import set_wakeup_fd
from socket import socketpair
from threading import Timer
from typing import TYPE_CHECKING, Any

from granian import cli
from granian.log import logger
from granian.server.mp import MPServer

from agnes_site.leaving import SIGNAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    from agnes_site.chunks import Application

# Twice what it took on a machine with ten times the work that it could do.
LOAD_SECONDS = 60
_TICK_SECONDS = 0.1


class Interrupt:
    """What granian's loop waits on, told of by signals and by threads.

    Of a signal the system itself tells, at whatever moment of the wait it comes: amid that of a
    `threading.Event`, a handler that calls `set` waits for the lock which its own thread holds.
    """

    def __init__(self) -> None:
        self._near, self._far = socketpair()
        self._far.setblocking(False)
        set_wakeup_fd(self._far.fileno(), warn_on_full_buffer=False)

    def set(self) -> None:
        """Let `wait` return: the one that waits, else the next one."""
        with suppress(BlockingIOError):  # so much was told that it will hear of something
            self._far.send(b"\0")

    def wait(self) -> None:
        """Wait until something was told since this last returned."""
        self._near.recv(4096)

    def clear(self) -> None:
        """Forget nothing: only who waits has heard."""


class TellingServer(MPServer):
    """granian's own, with a hook for SIGHUP, and workers that go when their successor has come."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self.on_reload(workers_tell)

    def startup(self, spawn_target: Any, target_loader: Any) -> None:
        """granian's own, told of what comes up by what signals cannot block."""
        self.main_loop_interrupt: Any = Interrupt()
        super().startup(spawn_target, target_loader)  # type: ignore[no-untyped-call]

    def _respawn_workers(
        self, workers: Sequence[int], spawn_target: Any, target_loader: Any, delay: float = 0
    ) -> None:
        present: Sequence[Any] = self.wrks
        if delay:
            for number in workers:
                if self.interrupt_signal or not self._is_replaced(
                    number, spawn_target, target_loader, delay
                ):
                    return
        elif any(worker.is_alive() for worker in present):
            for number in workers:  # they have died, and may have been replaced meanwhile
                if not present[number].is_alive() and not self._is_replaced(
                    number, spawn_target, target_loader, 0
                ):
                    self._ask_again(number)
        else:
            super()._respawn_workers(workers, spawn_target, target_loader)

    def _ask_again(self, number: int) -> None:
        """Have this worker replaced a moment later: what is there now may not load yet."""

        def ask() -> None:
            self.interrupt_children.append(number)
            self.main_loop_interrupt.set()

        later = Timer(self.respawn_interval, ask)
        later.daemon = True
        later.start()

    def _is_replaced(self, number: int, spawn_target: Any, load: Any, delay: float) -> bool:
        """Whether a worker has a successor, and was stopped."""
        far, near = Pipe(duplex=False)
        loader = partial(load_and_say, load, near)
        new: Any = self._spawn_worker(idx=number, target=spawn_target, callback_loader=loader)
        new.interrupt_by_parent = True  # whether it ends is seen here
        new.start()
        near.close()
        with far:
            is_ready = self._is_ready(far, delay)
        if not is_ready:
            new.kill()
            new.join()
            if not self.interrupt_signal:
                logger.error("A new worker was not ready: those that are left of the old ones stay")
            return False
        old, self.wrks[number] = self.wrks[number], new
        new.interrupt_by_parent = False
        _stop(old, self.workers_kill_timeout)
        self._metrics.incr_spawn(1)
        return True

    def _is_ready(self, worker: Connection, delay: float) -> bool:
        """Whether it loads in time, and then lives on for the delay."""
        with suppress(EOFError):
            return (
                self._hears(worker, LOAD_SECONDS)
                and bool(worker.recv_bytes())
                and not self._hears(worker, delay)
            )
        return False

    def _hears(self, worker: Connection, seconds: float) -> bool:
        """Whether it says something or ends, before the time is up or the server is to end."""
        late = time.monotonic() + seconds
        while not self.interrupt_signal and (left := late - time.monotonic()) > 0:
            if worker.poll(min(left, _TICK_SECONDS)):
                return True
        return False


def load_and_say(load: Callable[[], Application], server: Connection) -> Application:
    """Load the application, in a new worker. The connection stays open for as long as it lives."""
    application = load()
    server.send_bytes(b"loaded")
    return application


def _stop(worker: Any, seconds: float | None) -> None:
    """Let it end what is under way, for so long."""
    worker.terminate()
    worker.join(seconds)
    worker.kill()
    worker.join()


def workers_tell() -> None:
    """Tell every worker there is that it will be replaced."""
    for worker in active_children():
        with suppress(ProcessLookupError):
            os.kill(worker.pid or 0, SIGNAL)


def main() -> None:
    """granian's command."""
    cli.Server = TellingServer  # type: ignore[attr-defined]  # its command takes no hooks
    cli.entrypoint()  # type: ignore[no-untyped-call]  # it has no types


if __name__ == "__main__":
    main()

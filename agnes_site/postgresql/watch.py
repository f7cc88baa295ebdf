"""What bounds every wait for PostgreSQL in a process that answers requests.

A statement may take its seconds, and a commit wait for a synchronous standby, as long as the server
says something to somebody. So when one takes a second, the server is asked on a new connection
whether it is there. One that is silent, and ends no statement of anybody meanwhile, hangs: whatever
waits for it is cut off, and for a second nobody else tries to connect; after that one tries at a
time, and the others are refused at once. (On a busy machine an answer to somebody new may be late
while statements are carried out all the time.)
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

# Together below two seconds: what may take longer, how long an answer may, and how often to look.
LATE_SECONDS, ANSWER_SECONDS, _POLL_SECONDS = 1.0, 0.7, 0.2
WAIT_SECONDS, _CANCEL_SECONDS = 4.0, 1.0
REFUSED_SECONDS = 1.0
# PostgreSQL answers this with a byte before it asks who it is.
_MAY_I_ENCRYPT = bytes.fromhex("0000000804d2162f")


class _Doing(NamedTuple):
    begun: float
    connection: psycopg.Connection[Any]


class _Over:
    """A context of one statement; made by hand, as a generator costs as much as the statement."""

    def __init__(self, watch: Watch, connection: psycopg.Connection[Any] | None) -> None:
        self._watch = watch
        self._connection = connection

    def __enter__(self) -> None:
        if self._connection is not None:
            doing = _Doing(time.monotonic(), self._connection)
            self._watch.begun[threading.get_ident()] = doing

    def __exit__(self, failure: object, *_: object) -> None:
        self._watch.begun.pop(threading.get_ident(), None)
        if failure is None and self._connection is not None:
            self._watch.heard_at = time.monotonic()


class Watch:
    """Knows what each thread's connection is doing, and can end what takes long."""

    def __init__(self) -> None:
        self.begun: dict[int, _Doing] = {}
        self.heard_at = 0.0
        self._silent_at: float | None = None
        self._trial = threading.Lock()

    def over(self, connection: psycopg.Connection[Any] | None) -> _Over:
        """Watch over what this thread does with its connection."""
        return _Over(self, connection)

    @contextmanager
    def over_connecting(self) -> Iterator[None]:
        """Let this thread connect. OperationalError at once if the server has just been silent."""
        is_trial = self._silent_at is not None
        if is_trial and (self._is_silent() or not self._trial.acquire(blocking=False)):
            raise psycopg.OperationalError("the server did not answer a moment ago")
        begun, silent_at = time.monotonic(), None
        try:
            yield
        except psycopg.errors.ConnectionTimeout:
            silent_at = self._silence_since(begun)
            raise
        finally:
            self._silent_at = silent_at
            if is_trial:
                self._trial.release()

    def _is_silent(self) -> bool:
        return self._silent_at is not None and time.monotonic() < self._silent_at + REFUSED_SECONDS

    def _silence_since(self, begun: float) -> float | None:
        """Return the present time if no statement has ended well since, None if one has."""
        return time.monotonic() if self.heard_at < begun else None

    def patrol(self) -> None:
        """Look for ever."""
        while True:
            time.sleep(_POLL_SECONDS)
            self.look()

    def look(self) -> None:
        """Cut off what waits for a silent server; cancel, and then cut off, what waits too long."""
        late = self._longer_than(LATE_SECONDS)
        asked = time.monotonic()
        if late and not self._is_silent() and not _answers(next(iter(late.values())).connection):
            self._silent_at = self._silence_since(asked)
        if self._is_silent():
            self._cut(late)
        self._cut(self._longer_than(WAIT_SECONDS + _CANCEL_SECONDS))
        for doing in self._longer_than(WAIT_SECONDS).values():
            with suppress(psycopg.Error):
                doing.connection.cancel_safe(timeout=_CANCEL_SECONDS)

    def _longer_than(self, seconds: float) -> dict[int, _Doing]:
        begun = time.monotonic() - seconds
        return {thread: what for thread, what in list(self.begun.items()) if what.begun < begun}

    def _cut(self, late: dict[int, _Doing]) -> None:
        """End them below the threads that wait for the server: those get an OperationalError."""
        for thread, doing in late.items():
            if self.begun.get(thread) is doing:
                with suppress(psycopg.Error, OSError), _socket_of(doing.connection) as end:
                    end.shutdown(socket.SHUT_RDWR)


def _socket_of(connection: psycopg.Connection[Any]) -> socket.socket:
    return socket.socket(fileno=os.dup(connection.fileno()))


def _answers(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server of this connection says anything to somebody new."""
    try:
        with _socket_of(connection) as known:
            family, address = known.family, known.getpeername()
    except (psycopg.Error, OSError):
        return True  # The connection has ended meanwhile: nobody waits.
    with suppress(OSError), socket.socket(family) as asking:
        asking.settimeout(ANSWER_SECONDS)
        asking.connect(address)
        asking.sendall(_MAY_I_ENCRYPT)
        asking.recv(1)
        return True
    return False

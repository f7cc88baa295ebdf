"""Processes: which there are, waiting for them, ports that nobody has."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_LISTENING = "0A"  # the kernel's TCP_LISTEN
# Below the ephemeral ports: there a client can connect to itself when nobody listens.
_FIRST_PORT, _LAST_PORT = 21_000, 32_767


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on, below 32768, another one at each call."""
    for port in _ports(os.getpid()):
        if port > _LAST_PORT:
            break
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise RuntimeError("no port is free")


@cache
def _ports(pid: int) -> Iterator[int]:
    """Those for this process to try: two that run at once begin far apart."""
    return count(_FIRST_PORT + pid % 50 * 200)


def listeners(port: int) -> int:
    """How many sockets listen on this port of 127.0.0.1, of one process or of several."""
    found = 0
    for line in Path("/proc/net/tcp").read_text("utf-8").splitlines()[1:]:
        _, local, _, state, *_ = line.split()
        found += state == _LISTENING and local == f"0100007F:{port:04X}"
    return found


def children_of(pid: int) -> list[int]:
    """The running processes that this one has started itself."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text("utf-8").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if words[0] != "Z" and int(words[1]) == pid:
            found.append(int(stat.parent.name))
    return sorted(found)


def tell(pids: Iterable[int], number: signal.Signals) -> None:
    """Send each that still runs this signal."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def end_when_told() -> None:
    """Let SIGTERM end this process as an exception does, so that it ends what it has started."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


def wait_until(is_so: Callable[[], bool], seconds: float, what: str) -> float:
    """Ask until it is so and return the seconds that took. RuntimeError when they run out."""
    begin = time.monotonic()
    while not is_so():
        if time.monotonic() > begin + seconds:
            raise RuntimeError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.02)
    return time.monotonic() - begin

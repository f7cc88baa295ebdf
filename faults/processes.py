"""Processes: which there are, waiting for them, ports that nobody has."""

from __future__ import annotations

import os
import socket
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Below the ephemeral ports: there a client can connect to itself when nobody listens.
# Two runs at once begin far apart.
_ports = count(21_000 + os.getpid() % 50 * 200)
_LAST_PORT = 32_767


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on, below 32768, another one at each call."""
    for port in _ports:
        if port > _LAST_PORT:
            break
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise RuntimeError("no port is free")


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


def wait_until(is_so: Callable[[], bool], seconds: float, what: str) -> float:
    """Ask until it is so and return the seconds that took. RuntimeError when they run out."""
    begin = time.monotonic()
    while not is_so():
        if time.monotonic() > begin + seconds:
            raise RuntimeError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.02)
    return time.monotonic() - begin

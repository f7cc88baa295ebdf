"""The machine: whose CPU time it was, what a process holds in memory, a free port."""

from __future__ import annotations

import os
import platform
import random
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
CORES = os.cpu_count() or 1
NOISY = 0.25
_BUSY = (0, 1, 2, 7)  # of the first line of /proc/stat: user, nice, system, steal
_PARENT, _TIMES = 1, slice(11, 15)  # of /proc/PID/stat behind the name: own and reaped children's


@dataclass(frozen=True)
class Moment:
    """CPU seconds since the machine began: all that was used, and what this bench used of it."""

    at: float
    busy: float
    own: float


def moment() -> Moment:
    """Now. This process, all below it, and their children that ended, are the bench's own."""
    first = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    busy = sum(int(first[index]) for index in _BUSY)
    return Moment(time.perf_counter(), busy / TICK, own_ticks(_processes(), os.getpid()) / TICK)


def others(before: Moment, after: Moment) -> float:
    """The share of all cores that others took between two moments."""
    used = (after.busy - before.busy) - (after.own - before.own)
    return max(0.0, used / (CORES * (after.at - before.at)))


def _processes() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat behind the name, of every process."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            found[int(file.parent.name)] = file.read_text().rpartition(")")[2].split()
    return found


def own_ticks(processes: dict[int, list[str]], root: int) -> int:
    """The time of a process and of all below it."""
    return sum(sum(map(int, processes[pid][_TIMES])) for pid in _tree(processes, root))


def _tree(processes: dict[int, list[str]], root: int) -> set[int]:
    tree, size = {root}, 0
    while len(tree) > size:
        size = len(tree)
        tree |= {pid for pid, fields in processes.items() if int(fields[_PARENT]) in tree}
    return tree


def below(root: int) -> list[int]:
    """The processes below one."""
    return sorted(_tree(_processes(), root) - {root})


def memory(pid: int) -> dict[str, float]:
    """What a process holds, in MB: `rss`, and `pss`, where shared pages count in shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {line.split()[0].rstrip(":").lower(): int(line.split()[1]) for line in lines}
    return {name: kilobytes[name] / 1024 for name in ("pss", "rss")}


def free_port() -> int:
    """A port below those that the system gives to outgoing connections."""
    while True:
        port = random.randint(20_000, 32_000)  # noqa: S311  (no secret)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def description() -> dict[str, object]:
    """What ran the measurement."""
    cpus = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.partition(":")[2].strip() for line in cpus if "model name" in line), "")
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "cores": CORES,
        "cpu": model,
        "memory_gb": round(pages / 2**30),
        "system": platform.platform(),
        "python": f"{platform.python_version()}, {Path(sys.executable).resolve()}",
    }

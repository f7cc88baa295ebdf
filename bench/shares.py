"""One control group for all of a bench, so that what is compared gets the same share of the CPU.

On a busy machine Linux shares the CPU out among processes: pgbench, which is many, would get more
of it than a server, which is few. In a group of their own both get what the group gets.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Hierarchy:
    """Where groups are made, and how.

    `line` marks it in /proc/self/cgroup. `weight` is that of ten processes: about as many are at
    work in a bench.
    """

    root: Path
    line: str
    setting: str
    weight: int

    def is_usable(self) -> bool:
        return os.access(self.root / "cgroup.procs", os.W_OK) and "cpu" in self._controllers()

    def _controllers(self) -> str:
        file = self.root / "cgroup.subtree_control"
        return file.read_text() if file.exists() else self.root.name

    def own(self) -> Path:
        """The group that this process is in."""
        lines = Path("/proc/self/cgroup").read_text().splitlines()
        found = next(line for line in lines if self.line in line)
        return self.root / found.split(":", 2)[2].lstrip("/")


HIERARCHIES = (
    Hierarchy(_ROOT, "0::", "cpu.weight", 1_000),
    Hierarchy(_ROOT / "cpu", ":cpu:", "cpu.shares", 10 * 1_024),
)


@contextmanager
def one_group(hierarchies: tuple[Hierarchy, ...] = HIERARCHIES) -> Iterator[bool]:
    """Move this process, and what it starts from now on, into a new group; tell whether it did."""
    usable = next((each for each in hierarchies if each.is_usable()), None)
    if usable is None:
        yield False
        return
    before, group = usable.own(), usable.root / f"agnes-bench-{os.getpid()}"
    group.mkdir()
    try:
        (group / usable.setting).write_text(str(usable.weight))
        _move(group)
        yield True
    finally:
        _move(before)
        with suppress(OSError):  # something that was started in it is still there
            group.rmdir()


def _move(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))

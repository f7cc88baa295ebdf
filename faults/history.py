"""What clients sent and saw, and what stands in the database afterwards.

All times are seconds of this machine's monotonic clock, so they can be compared.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

# ok: a 2xx read whole. fail: a definite 4xx. unknown: everything else, a 5xx included.
Outcome = Literal["ok", "fail", "unknown"]


@dataclass(slots=True)
class Attempt:
    """A list of actions, written down before it was sent, for a game last seen at `ply`."""

    client: str
    game: int
    ply: int
    actions: tuple[str, ...]
    start: float
    end: float = float("inf")
    outcome: Outcome = "unknown"
    status: int = 0

    @property
    def after(self) -> int:
        return self.ply + len(self.actions)

    def __str__(self) -> str:
        sent = " ".join(self.actions)
        times = f"{self.start:.3f} to {self.end:.3f} s"
        return f"{self.client}: {sent} at ply {self.ply}, {self.outcome} ({self.status}), {times}"


@dataclass(slots=True)
class Seen:
    """An answer that showed a game: how many actions it had, and which, if they were shown."""

    client: str
    game: int
    start: float
    end: float
    ply: int
    actions: tuple[str, ...] | None = None


@dataclass(slots=True)
class Stored:
    """A game's row, at the end, all clients silent."""

    game: int
    player: int
    ply: int
    history: tuple[str, ...]
    pauses: tuple[str, ...]
    undos: int
    status: str
    moves: int | None
    position: str
    deck: str
    is_ranked: bool


@dataclass(slots=True)
class Answer:
    """Any answer at all: what was asked, and what came. Status 0: nothing whole came."""

    client: str
    asked: str
    start: float
    end: float
    status: int
    media_type: str = ""
    retry_after: str = ""
    error: str = ""

    @property
    def seconds(self) -> float:
        return self.end - self.start

    def __str__(self) -> str:
        what = f"{self.status} {self.error}".strip()
        return f"{self.client}: {self.asked} was answered {what} after {self.seconds:.2f} s"


@dataclass(slots=True)
class Log:
    """Everything that the clients of one round wrote down. `ended`: tokens and when they ended."""

    attempts: list[Attempt] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    ended: dict[str, float] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)

    def keep(self, file: Path) -> None:
        """As JSON lines, in the order in which they began."""
        entries: list[Attempt | Seen | Answer] = [*self.attempts, *self.seen, *self.answers]
        entries.sort(key=lambda entry: entry.start)
        lines = (json.dumps({type(entry).__name__: asdict(entry)}) for entry in entries)
        file.write_text("\n".join(lines) + "\n", "utf-8")

"""One round: load, a fault in the midst of it, its end, silence, and then the check."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from faults.checker import Finding, check
from faults.load import Load
from faults.processes import wait_until
from faults.recount import check_boards, check_positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from faults.history import Log
    from faults.stage import Stage

RECOVERY_SECONDS = 60


@dataclass(frozen=True)
class Kind:
    """A kind of fault. `inject` does it, undoes it, and may find something wrong by itself.

    `target` is in seconds (S5), or None; `after` prepares the stage for the next round.
    """

    name: str
    stage: type[Stage]
    inject: Callable[[Stage, Load], list[Finding] | None]
    target: float | None = None
    after: Callable[[Stage], None] | None = None
    # Nobody may notice it: every request is answered, and by no 503 (S8).
    is_seamless: bool = False
    # Moments before and after the fault, in seconds.
    lead: float = 0.6
    tail: float = 0.6


@dataclass
class Result:
    """What one round, or all rounds of a kind, came to. Times in seconds."""

    rounds: int = 0
    operations: int = 0
    acknowledged: int = 0
    unknown: int = 0
    unavailable: int = 0
    wins: int = 0
    recovery: float = 0.0
    slowest_503: float = 0.0
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in ("rounds", "operations", "acknowledged", "unknown", "unavailable", "wins"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.recovery = max(self.recovery, other.recovery)
        self.slowest_503 = max(self.slowest_503, other.slowest_503)
        self.findings += other.findings


def play(kind: Kind, stage: Stage, seed: int, kept: Path) -> Result:
    """Play one round and judge it. Its log is kept in the folder when something is wrong."""
    with Load(stage, seed) as load:
        time.sleep(kind.lead)
        begin = time.monotonic()
        found = kind.inject(stage, load) or []
        wait_until(lambda: _recovered(load.log, begin) is not None, RECOVERY_SECONDS, "a 2xx")
        time.sleep(kind.tail)
    wait_until(stage.service.is_ready, RECOVERY_SECONDS, "the service after the fault")
    result = _judge(stage, load.log)
    result.findings += [*found, *(_noticed(load.log) if kind.is_seamless else ())]
    result.recovery = _recovered(load.log, begin) or 0
    if result.findings:
        kept.mkdir(parents=True, exist_ok=True)
        load.log.keep(kept / f"{kind.name.replace(' ', '-')}-{seed}.jsonl")
    if kind.after is not None:
        kind.after(stage)
    return result


def _noticed(log: Log) -> Iterator[Finding]:
    for answer in log.answers:
        if answer.status in {0, 503}:
            yield Finding("S8", 0, str(answer))


def _recovered(log: Log, begin: float) -> float | None:
    """Seconds from the fault to the first acknowledgement of what was sent after it."""
    ends = [
        attempt.end
        for attempt in list(log.attempts)
        if attempt.start > begin and attempt.outcome == "ok"
    ]
    return min(ends) - begin if ends else None


def _judge(stage: Stage, log: Log) -> Result:
    games = {attempt.game for attempt in log.attempts} | {sight.game for sight in log.seen}
    stored = stage.stored(sorted(games))
    boards = stage.boards()
    outcomes = Counter(attempt.outcome for attempt in log.attempts)
    unavailable = [answer.seconds for answer in log.answers if answer.status == 503]
    return Result(
        rounds=1,
        operations=len(log.answers),
        acknowledged=outcomes["ok"],
        unknown=outcomes["unknown"],
        unavailable=len(unavailable),
        wins=sum(row.status == "won" for row in stored),
        slowest_503=max(unavailable, default=0),
        findings=[*check(log, stored), *check_positions(stored), *check_boards(boards)],
    )

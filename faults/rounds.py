"""One round: load, a fault in the midst of it, its end, silence, and then the check."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from faults.checker import Finding, check
from faults.load import Load
from faults.processes import wait_until
from faults.proofs import Fault, was_under_load
from faults.recount import check_boards, check_positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from faults.history import Log
    from faults.stage import Stage

RECOVERY_SECONDS = 60
# Answers before the fault, and after its end.
LEAD, TAIL = 25, 25
TRIES = 12


@dataclass(frozen=True)
class Kind:
    """A kind of fault. `inject` does it, undoes it, and may find something wrong by itself.

    `proof` is what a round must show besides operations under way. `target` is in seconds (S5), or
    None; `after` prepares the stage for the next round; `seconds` is about what a round takes.
    """

    name: str
    stage: type[Stage]
    inject: Callable[[Stage, Load], list[Finding] | None]
    proof: Callable[[Fault], bool] = was_under_load
    target: float | None = None
    after: Callable[[Stage], None] | None = None
    # Nobody may notice it: every request is answered, and by no 503 (S8).
    is_seamless: bool = False
    # Within so many seconds everything is answered, or None.
    slowest: float | None = None
    seconds: float = 3


@dataclass
class Result:
    """What one round, or all rounds of a kind, came to. Times in seconds.

    `void` rounds proved nothing and were played again; the others each had `least` operations or
    more, `under_way` or more of them during the fault. `found` is the number of rounds with
    findings.
    """

    rounds: int = 0
    void: int = 0
    operations: int = 0
    least: float = math.inf
    under_way: float = math.inf
    acknowledged: int = 0
    unknown: int = 0
    unavailable: int = 0
    wins: int = 0
    recovery: float = 0.0
    slowest_503: float = 0.0
    seconds: float = 0.0
    found: int = 0
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in ("least", "under_way"):
            setattr(self, name, min(getattr(self, name), getattr(other, name)))
        for name in ("recovery", "slowest_503"):
            setattr(self, name, max(getattr(self, name), getattr(other, name)))
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


_SUMS = (
    *("rounds", "void", "operations", "acknowledged", "unknown", "unavailable", "wins"),
    *("seconds", "found", "findings"),
)


def play(kind: Kind, stage: Stage, seed: int, kept: Path) -> Result:
    """Play one round and judge it; one that proves nothing is played again, TRIES times in all.

    The log is kept in the folder when something is wrong.
    """
    begin = time.monotonic()
    total = Result()
    for number in range(TRIES):
        doubts, result = _try(kind, stage, seed * TRIES + number, kept)
        if not doubts or number + 1 == TRIES:
            result.findings += [Finding("proof", 0, doubt) for doubt in doubts]
            break
        total.findings += result.findings
        total.void += 1
    total.add(result)
    total.found = int(bool(total.findings))
    total.seconds = time.monotonic() - begin
    return total


def _try(kind: Kind, stage: Stage, seed: int, kept: Path) -> tuple[list[str], Result]:
    """Why the round proves nothing, and what it came to."""
    # Workers that died in the round before are back: what is measured is this round's fault alone.
    wait_until(stage.service.is_whole, RECOVERY_SECONDS, "all workers")
    with Load(stage, seed) as load:
        answers = load.log.answers
        wait_until(lambda: len(answers) >= LEAD, RECOVERY_SECONDS, "the load")
        begin = time.monotonic()
        found = kind.inject(stage, load) or []
        fault = Fault(load.log, begin, time.monotonic())
        wait_until(lambda: _recovered(load.log, begin) is not None, RECOVERY_SECONDS, "a 2xx")
        enough = len(answers) + TAIL
        wait_until(lambda: len(answers) >= enough, RECOVERY_SECONDS, "the load after the fault")
    wait_until(stage.service.is_ready, RECOVERY_SECONDS, "the service after the fault")
    result = _judge(stage, load.log)
    result.findings += [*found, *_broken_promises(kind, fault)]
    result.recovery = _recovered(load.log, begin) or 0
    result.under_way = fault.under_way()
    if result.findings:
        kept.mkdir(parents=True, exist_ok=True)
        load.log.keep(kept / f"{kind.name.replace(' ', '-')}-{seed}.jsonl")
    if kind.after is not None:
        kind.after(stage)
    return [*load.doubts, *_doubts(kind, fault)], result


def _doubts(kind: Kind, fault: Fault) -> Iterator[str]:
    for proof in {was_under_load, kind.proof}:
        if not proof(fault):
            yield f"{proof.__name__} does not hold"


def _broken_promises(kind: Kind, fault: Fault) -> Iterator[Finding]:
    if kind.is_seamless:
        yield from _noticed(fault.log)
    for answer in fault.met():
        if kind.slowest is not None and answer.seconds > kind.slowest:
            yield Finding("S5", 0, f"{answer}, later than {kind.slowest} s")


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
        least=len(log.answers),
        acknowledged=outcomes["ok"],
        unknown=outcomes["unknown"],
        unavailable=len(unavailable),
        wins=sum(row.status == "won" for row in stored),
        slowest_503=max(unavailable, default=0),
        findings=[*check(log, stored), *check_positions(stored), *check_boards(boards)],
    )

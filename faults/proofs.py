"""Did the fault happen, and while operations were under way? A round without a proof is void."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from faults.history import Answer, Attempt, Log


@dataclass(frozen=True, slots=True)
class Fault:
    """A round's log, and when its fault began and had been undone."""

    log: Log
    begin: float
    end: float

    def under_way(self) -> int:
        """How many operations had begun before its end, and not ended before it began."""
        return sum(
            answer.start <= self.end and answer.end >= self.begin for answer in self.log.answers
        )

    def met(self) -> Iterable[Answer]:
        """Answers, and failures to answer, since it began."""
        return (answer for answer in self.log.answers if answer.end >= self.begin)


def was_under_load(fault: Fault) -> bool:
    return fault.under_way() > 0


def was_unavailable(fault: Fault) -> bool:
    """Somebody was answered 503."""
    return any(answer.status == 503 for answer in fault.met())


def was_cut(fault: Fault) -> bool:
    """Somebody who had asked got no answer."""
    return any(answer.status == 0 for answer in fault.met())


def was_noticed(fault: Fault) -> bool:
    return was_unavailable(fault) or was_cut(fault)


def was_signed_out(fault: Fault) -> bool:
    """Somebody's token was not taken any more."""
    return any(answer.status == 401 for answer in fault.met())


def was_served(fault: Fault) -> bool:
    """Somebody asked and was answered as ever, before it was undone."""
    return any(
        200 <= answer.status < 300 and fault.begin <= answer.start and answer.end <= fault.end
        for answer in fault.log.answers
    )


def was_read(fault: Fault) -> bool:
    """Some wrote in vain while others read."""
    return was_unavailable(fault) and was_served(fault)


def was_raced(fault: Fault) -> bool:
    """Two devices sent different actions for one ply at the same time, and one of them was told."""
    by_start = sorted(fault.log.attempts, key=lambda attempt: attempt.start)
    last: dict[tuple[int, int], list[Attempt]] = {}
    for attempt in by_start:
        last.setdefault((attempt.game, attempt.ply), []).append(attempt)
    return any(
        early.client != late.client
        and early.actions != late.actions
        and late.start < early.end
        and 409 in {early.status, late.status}
        for attempts in last.values()
        for early, late in pairwise(attempts)
    )

"""Is all that was acknowledged there, once, in order, and nothing else? In linear time.

C1 every acknowledged action stands at its ply. C2 every action that stands was sent by a client.
C3 what stands unacknowledged was an attempt of unknown outcome. C4 what was refused had no effect.
C5 plies 1 to n without a gap, in real-time order. C6 whatever was seen is a prefix, between what
had been acknowledged before and what could stand by then. C8 one accepted action for a ply.
(C7, positions and boards, is `faults.recount`.) S6: no answer is a 500.

Of a list of actions all stand or none. A repeat of what stands is acknowledged like the first.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from faults.history import Answer, Attempt, Log, Seen, Stored

NEVER = float("inf")


class Finding(NamedTuple):
    """A rule that does not hold, and the operation that shows it."""

    rule: str
    game: int
    operation: str

    def __str__(self) -> str:
        where = f" in game {self.game}" if self.game else ""
        return f"{self.rule}{where}: {self.operation}"


def check(log: Log, stored: Iterable[Stored]) -> list[Finding]:
    """Everything that is wrong with the games and answers of a round."""
    attempts: dict[int, list[Attempt]] = defaultdict(list)
    seen: dict[int, list[Seen]] = defaultdict(list)
    for attempt in log.attempts:
        attempts[attempt.game].append(attempt)
    for sight in log.seen:
        seen[sight.game].append(sight)
    rows = {row.game: row for row in stored}
    found = [
        finding
        for game in sorted({*attempts, *seen} - log.gone)
        for finding in check_game(game, rows.get(game), attempts[game], seen[game])
    ]
    return [*found, *check_answers(log.answers), *check_ended(log)]


def check_game(
    game: int, row: Stored | None, attempts: Sequence[Attempt], seen: Sequence[Seen]
) -> list[Finding]:
    """What is wrong with one game, given every attempt at it and every sight of it."""
    if row is None:
        return [Finding("C1", game, "it was seen, and is not there")]
    rules = [
        _acknowledged_stands(row, attempts),
        _one_for_a_ply(attempts),
        _sent_by_somebody(row, attempts),
        _without_a_gap(row),
        _in_order(row, attempts),
        _seen_as_it_was(row, attempts, seen),
    ]
    return [Finding(rule, game, what) for found in rules for rule, what in found]


def _stands(row: Stored, attempt: Attempt) -> bool:
    return row.history[attempt.ply : attempt.after] == attempt.actions


def _acknowledged_stands(row: Stored, attempts: Sequence[Attempt]) -> Iterator[tuple[str, str]]:
    for attempt in attempts:
        if attempt.outcome == "ok" and not _stands(row, attempt):
            there = " ".join(row.history[attempt.ply : attempt.after]) or "nothing"
            yield "C1", f"{attempt}; there stands {there}"


def _one_for_a_ply(attempts: Sequence[Attempt]) -> Iterator[tuple[str, str]]:
    accepted: dict[int, tuple[str, Attempt]] = {}
    for attempt in attempts:
        for ply, action in enumerate(attempt.actions, attempt.ply):
            if attempt.outcome == "ok":
                first = accepted.setdefault(ply, (action, attempt))
                if first[0] != action:
                    yield "C8", f"ply {ply} was acknowledged twice: {first[1]}, and {attempt}"


def _sent_by_somebody(row: Stored, attempts: Sequence[Attempt]) -> Iterator[tuple[str, str]]:
    """The history must be lists of attempts, one after the other: from which plies can it go on?"""
    standing = [attempt for attempt in attempts if _stands(row, attempt)]
    could = [attempt for attempt in standing if attempt.outcome != "fail"]
    reached, any_sent = _reached(could), _reached(standing)
    if row.ply and len(row.history) not in reached:
        ply = max(reached)
        rule = "C4" if max(any_sent) > ply else _rule_for_unsent(row, attempts, ply)
        refused = [str(attempt) for attempt in standing if attempt.ply == ply]
        rest = " ".join(row.history[ply : ply + 5])
        yield rule, f"from ply {ply} on stands {rest}, sent by nobody but {refused or 'nobody'}"


def _rule_for_unsent(row: Stored, attempts: Sequence[Attempt], ply: int) -> str:
    """C3 when a part of some client's list stands there, C2 when nobody sent it at all."""
    action = row.history[ply] if ply < len(row.history) else ""
    is_part = any(attempt.ply == ply and attempt.actions[0] == action for attempt in attempts)
    return "C3" if is_part else "C2"


def _reached(attempts: Sequence[Attempt]) -> set[int]:
    reached = {0}
    for attempt in sorted(attempts, key=lambda attempt: attempt.ply):
        if attempt.ply in reached:
            reached.add(attempt.after)
    return reached


def _without_a_gap(row: Stored) -> Iterator[tuple[str, str]]:
    numbers = (row.ply, len(row.history), len(row.pauses))
    if len(set(numbers)) > 1:
        yield "C5", "ply {}, but {} actions and {} pauses".format(*numbers)
    late = [pause for pause in row.pauses if not pause.isdecimal()]
    if late:
        yield "C5", f"pauses that are no whole seconds: {late[:3]}"


def _earliest_starts(row: Stored, attempts: Sequence[Attempt]) -> list[float]:
    """When each action that stands was sent first."""
    starts = [NEVER] * len(row.history)
    for attempt in attempts:
        if attempt.outcome != "fail" and _stands(row, attempt):
            for ply in range(attempt.ply, attempt.after):
                starts[ply] = min(starts[ply], attempt.start)
    return starts


def _in_order(row: Stored, attempts: Sequence[Attempt]) -> Iterator[tuple[str, str]]:
    """No action was acknowledged before an action ahead of it had been sent."""
    starts = _earliest_starts(row, attempts)
    acknowledged = [NEVER] * len(row.history)
    for attempt in attempts:
        if attempt.outcome == "ok" and _stands(row, attempt):
            last = attempt.after - 1
            acknowledged[last] = min(acknowledged[last], attempt.end)
    behind = list(accumulate(reversed(acknowledged), min))[::-1]
    for ply, (start, end) in enumerate(zip(starts, behind, strict=True)):
        if start != NEVER and start > end:
            yield (
                "C5",
                f"{row.history[ply]} stands at ply {ply}, before what was acknowledged first",
            )


def _seen_as_it_was(
    row: Stored, attempts: Sequence[Attempt], seen: Sequence[Seen]
) -> Iterator[tuple[str, str]]:
    known = [(sight.end, sight.ply) for sight in seen]
    known += [(attempt.end, attempt.after) for attempt in attempts if attempt.outcome == "ok"]
    known.sort()
    least = iter([*known, (NEVER, 0)])
    end, ply = next(least)
    floor = 0
    starts = _earliest_starts(row, attempts)
    for sight in sorted(seen, key=lambda sight: sight.start):
        while end < sight.start:
            floor = max(floor, ply)
            end, ply = next(least)
        yield from _one_sight(row, sight, floor, starts)


def _one_sight(
    row: Stored, sight: Seen, floor: int, starts: Sequence[float]
) -> Iterator[tuple[str, str]]:
    what = f"{sight.client} saw {sight.ply} actions at {sight.start:.3f} to {sight.end:.3f} s"
    if sight.ply < floor:
        yield "C6", f"{what}, when {floor} were known to stand"
    if sight.ply > len(row.history) or any(start > sight.end for start in starts[: sight.ply]):
        yield "C6", f"{what}, more than there were"
    if sight.actions is not None and sight.actions != row.history[: sight.ply]:
        yield "C6", f"{what}, others than there stand"


def check_answers(answers: Iterable[Answer]) -> Iterator[Finding]:
    """No 500; a 503 says when to come back, and in the API it is a problem document."""
    for answer in answers:
        if answer.status >= 500 and answer.status != 503:
            yield Finding("S6", 0, str(answer))
        if answer.status == 503 and not answer.retry_after:
            yield Finding("S6", 0, f"{answer}, without Retry-After")
        is_api = " /api/" in answer.asked
        if answer.status >= 400 and is_api and answer.media_type != "application/problem+json":
            yield Finding("S6", 0, f"{answer}, as {answer.media_type}")


def check_ended(log: Log) -> Iterator[Finding]:
    """Once a token or an account has ended, nothing is accepted from its clients."""
    for attempt in log.attempts:
        if attempt.outcome == "ok" and attempt.start > log.ended.get(attempt.client, NEVER):
            yield Finding("C4", attempt.game, f"{attempt}, after its token had ended")

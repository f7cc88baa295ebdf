"""The drill judges by what clients knew when the point was noted."""

from __future__ import annotations

from faults.checker import check
from faults.drill import known_by
from faults.history import Attempt, Log, Seen, Stored

NOTED = (10.0, 10.5)


def attempt(ply: int, start: float, end: float) -> Attempt:
    return Attempt("ann", 1, ply, ("deal",), start, end, "ok", 200)


def stored(plies: int) -> Stored:
    history = ("deal",) * plies
    return Stored(1, 1, plies, history, ("0",) * plies, 0, "playing", None, "", "", False)


def rules(log: Log, plies: int) -> list[str]:
    return [finding.rule for finding in check(known_by(log, *NOTED), [stored(plies)])]


def test_what_was_acknowledged_before_the_point_must_stand() -> None:
    log = Log(attempts=[attempt(0, 8, 8.1), attempt(1, 9, 9.9)])
    assert rules(log, 2) == []
    assert "C1" in rules(log, 1)


def test_what_was_under_way_at_the_point_may_stand_or_not() -> None:
    log = Log(attempts=[attempt(0, 9, 9.5), attempt(1, 9.9, 10.2)])
    assert (rules(log, 1), rules(log, 2)) == ([], [])


def test_what_was_sent_after_the_point_must_not_stand() -> None:
    log = Log(attempts=[attempt(0, 9, 9.5), attempt(1, 11, 11.2)])
    log.seen.append(Seen("ann", 1, 11.3, 11.4, 2, None))
    assert rules(log, 1) == []
    assert "C2" in rules(log, 2)

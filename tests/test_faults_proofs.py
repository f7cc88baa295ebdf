"""What a round must show of its fault, and what is none of it."""

from __future__ import annotations

from faults import proofs
from faults.history import Answer, Attempt, Log
from faults.proofs import Fault


def answered(status: int, start: float, end: float) -> Answer:
    return Answer("ann", "POST /api/v1/games/1/moves", start, end, status)


def fault(*answers: Answer) -> Fault:
    """From second 10 to second 12, with these answers."""
    return Fault(Log(answers=list(answers)), 10, 12)


def test_operations_before_and_after_a_fault_were_not_under_way() -> None:
    away = fault(answered(200, 8, 9), answered(200, 13, 14))
    assert away.under_way() == 0
    assert not proofs.was_under_load(away)
    within = fault(answered(200, 9, 11), answered(200, 11, 11.5), answered(0, 11.5, 13))
    assert within.under_way() == 3
    assert proofs.was_under_load(within)


def test_a_fault_shows_in_answers_since_it_began() -> None:
    for status, proof in (
        (503, proofs.was_unavailable),
        (503, proofs.was_noticed),
        (0, proofs.was_cut),
        (0, proofs.was_noticed),
        (401, proofs.was_signed_out),
    ):
        assert proof(fault(answered(status, 9, 10.5)))
        assert proof(fault(answered(status, 12.5, 13)))
        assert not proof(fault(answered(status, 8, 9)))
        assert not proof(fault(answered(200, 11, 11.5)))


def test_who_was_served_asked_and_was_answered_while_it_lasted() -> None:
    assert proofs.was_served(fault(answered(200, 10.5, 11)))
    assert not proofs.was_served(fault(answered(200, 9, 11)))
    assert not proofs.was_served(fault(answered(200, 11, 12.5)))
    assert not proofs.was_served(fault(answered(503, 10.5, 11)))
    assert proofs.was_read(fault(answered(200, 10.5, 11), answered(503, 11, 11.5)))
    assert not proofs.was_read(fault(answered(200, 10.5, 11)))


def raced(*, client: str = "ben", action: str = "undo", start: float = 1.2, ply: int = 4) -> bool:
    """Ann deals at ply 4 from second 1 to 1.5; so does somebody else, who is told 409."""
    first = Attempt("ann", 1, 4, ("deal",), 1, 1.5, "ok", 200)
    other = Attempt(client, 1, ply, (action,), start, 2, "fail", 409)
    return proofs.was_raced(Fault(Log([first, other]), 1, 2))


def test_two_race_when_they_send_different_actions_for_one_ply_at_one_time() -> None:
    assert raced()
    assert not raced(client="ann")
    assert not raced(action="deal")
    assert not raced(start=1.6)
    assert not raced(ply=5)

"""The checker of histories finds each defect that is planted in one, and nothing in a sound one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from faults.checker import check
from faults.history import Answer, Attempt, Log, Outcome, Seen, Stored
from faults.recount import Boards, Win, check_boards, check_positions

DECK = (
    "JS TC QH TD 3C KH 7D QC TH 6C 4H KS 5S 3D JD 8S 9S 9D 2S AS KC QS 7H 8D KD AH "
    "9H JC 8H 4C 6D 2D 5D 6S AC 2H 4S 2C 7S 7C AD QD 3S 5H 3H 6H 8C 4D 5C TS JH 9C"
)
POSITION = (
    "J 0.0.0.2 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKC/7H8DKDAH9HJC8H "
    "4C/6D/2D/5D/6S/AC/2H -/- 4S2C7S7CADQD3S5H3H6H8C4D5CTSJH9C"
)
ROW = Stored(
    game=1,
    player=1,
    ply=3,
    history=("t6-f", "deal", "undo"),
    pauses=("0", "1", "1"),
    undos=1,
    status="playing",
    moves=None,
    position=POSITION,
    deck=DECK,
    is_ranked=False,
)


def sent(ply: int, text: str, start: float, outcome: Outcome = "ok", client: str = "a") -> Attempt:
    status = {"ok": 200, "fail": 409, "unknown": 0}[outcome]
    return Attempt(client, 1, ply, tuple(text.split()), start, start + 0.5, outcome, status)


def saw(ply: int, start: float, text: str | None = None, client: str = "a") -> Seen:
    actions = None if text is None else tuple(text.split())
    return Seen(client, 1, start, start + 0.5, ply, actions)


SOUND = (sent(0, "t6-f", 1), sent(1, "deal", 2, "unknown"), sent(1, "deal", 3), sent(2, "undo", 4))


def rules(*entries: Attempt | Seen | Answer, row: Stored | None = ROW) -> set[str]:
    """The rules found broken in a log of these entries."""
    log = Log(
        [entry for entry in entries if isinstance(entry, Attempt)],
        [entry for entry in entries if isinstance(entry, Seen)],
        [entry for entry in entries if isinstance(entry, Answer)],
    )
    return {finding.rule for finding in check(log, [row] if row else [])}


def test_a_sound_history_is_found_sound() -> None:
    seen = (saw(1, 1.6, "t6-f"), saw(1, 2.1), saw(2, 2.1, "t6-f deal"), saw(3, 9, "t6-f deal undo"))
    refused = (sent(1, "t3-t5", 5, "fail", "b"), sent(0, "t6-f deal undo", 6, "ok", "b"))
    assert rules(*SOUND, *seen, *refused) == set()


def test_a_list_stands_whole_beside_shorter_ones() -> None:
    assert rules(sent(0, "t6-f deal", 1, "unknown"), sent(2, "undo", 2)) == set()
    assert (
        rules(sent(0, "t6-f", 1), sent(1, "deal undo", 2), sent(1, "deal", 2, "ok", "b")) == set()
    )


def test_an_acknowledged_action_that_is_gone_is_found() -> None:
    assert rules(*SOUND, sent(3, "t3-t5", 5)) == {"C1"}


def test_a_game_that_is_gone_is_found() -> None:
    assert rules(*SOUND, row=None) == {"C1"}


def test_an_action_that_nobody_sent_is_found() -> None:
    assert rules(*SOUND[:-1]) == {"C2"}


def test_an_action_that_stands_twice_is_found() -> None:
    history = ("t6-f", "t6-f", "deal", "undo")
    doubled = replace(ROW, ply=4, history=history, pauses=("0", "0", "1", "1"))
    assert "C2" in rules(*SOUND, row=doubled)


def test_a_part_of_a_list_is_found() -> None:
    assert rules(*SOUND[:-1], sent(2, "undo deal", 4, "unknown")) == {"C3"}


def test_a_refused_action_that_stands_is_found() -> None:
    assert rules(*SOUND[:-1], sent(2, "undo", 4, "fail")) == {"C4"}


@pytest.mark.parametrize(
    "changed", [{"ply": 2}, {"pauses": ("0", "1")}, {"pauses": ("0", "-1", "1")}]
)
def test_a_gap_and_a_negative_pause_are_found(changed: dict[str, object]) -> None:
    assert rules(*SOUND, row=replace(ROW, **changed)) == {"C5"}  # type: ignore[arg-type]


def test_an_action_ahead_of_what_was_acknowledged_before_it_is_found() -> None:
    assert rules(sent(0, "t6-f", 9), sent(1, "deal", 3), sent(2, "undo", 4)) == {"C5"}


def test_a_sight_that_lacks_what_was_acknowledged_is_found() -> None:
    assert rules(*SOUND, saw(1, 3.6)) == {"C6"}


def test_a_sight_that_goes_back_is_found() -> None:
    assert rules(*SOUND, saw(2, 2.1), saw(1, 2.7)) == {"C6"}


def test_a_sight_of_what_was_not_yet_sent_is_found() -> None:
    assert rules(*SOUND, saw(3, 3.1)) == {"C6"}


def test_a_sight_of_other_actions_is_found() -> None:
    assert rules(*SOUND, saw(2, 5, "t6-f t3-t5"), saw(3, 6)) == {"C6"}


def test_two_accepted_actions_for_a_ply_are_found() -> None:
    assert rules(*SOUND, sent(2, "t3-t5", 4, "ok", "b")) == {"C1", "C8"}


def test_an_update_that_ignores_the_ply_is_found() -> None:
    both = (sent(2, "undo", 4), sent(2, "t3-t5", 4, "ok", "b"))
    row = replace(ROW, history=(*ROW.history, "t3-t5"), pauses=("0", "1", "1", "0"))
    assert rules(*SOUND[:-1], *both, row=row) == {"C1", "C2", "C5", "C8"}


@pytest.mark.parametrize(
    "answer",
    [
        Answer("a", "GET /", 1, 2, 500, "text/html"),
        Answer("a", "GET /", 1, 2, 503, "text/html"),
        Answer("a", "GET /api/v1/me", 1, 2, 503, "text/html", "2"),
    ],
)
def test_a_500_and_a_503_without_its_form_are_found(answer: Answer) -> None:
    assert rules(answer) == {"S6"}


def test_no_answer_and_a_problem_document_are_no_findings() -> None:
    problem = Answer("a", "GET /api/v1/me", 1, 2, 503, "application/problem+json", "2")
    assert rules(problem, Answer("a", "GET /", 1, 2, 0)) == set()


def test_what_an_ended_token_still_did_is_found() -> None:
    log = Log([*SOUND], ended={"a": 3.5})
    assert [(found.rule, found.game) for found in check(log, [ROW])] == [("C4", 1)]


@pytest.mark.parametrize(
    "changed",
    [{}, {"status": "lost"}, {"undos": 0}, {"moves": 3}, {"position": POSITION[::-1]}],
)
def test_a_row_that_differs_from_its_replay_is_found(changed: dict[str, object]) -> None:
    row = replace(ROW, **changed)  # type: ignore[arg-type]
    assert {found.rule for found in check_positions([row])} == ({"C7"} if changed else set())


def test_an_illegal_history_is_found() -> None:
    assert list(check_positions([replace(ROW, history=("t7-f",))]))


NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
WINS = [
    Win(game, game, 1, date(2026, 11, 30), moves, NOON, is_hidden=False)
    for game, moves in ((1, 60), (2, 60), (3, 70))
]
STANDINGS = {
    (win.player, period): (1, win.moves)
    for win in WINS
    for period in ("all", "2026", "2026-11", "2026-W49")
}
SOUND_BOARDS = Boards(WINS, {(1, 60): 2, (1, 70): 1}, STANDINGS, {1: [(1, 60), (1, 60), (3, 70)]})


def test_sound_boards_are_found_sound() -> None:
    assert list(check_boards(SOUND_BOARDS)) == []


def test_a_hidden_player_has_standings_and_no_tally() -> None:
    wins = [*WINS[:2], replace(WINS[2], is_hidden=True)]
    boards = Boards(wins, {(1, 60): 2, (1, 70): 0}, STANDINGS, {1: [(1, 60), (1, 60)]})
    assert list(check_boards(boards)) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"tallies": {(1, 60): 2}},
        {"tallies": {(1, 60): 3, (1, 70): 1}},
        {"standings": {**STANDINGS, (1, "all"): (2, 120)}},
        {"standings": {}},
        {"listed": {1: [(1, 60), (2, 60), (3, 70)]}},
        {"listed": {1: [(1, 60), (3, 70)]}},
    ],
)
def test_boards_that_differ_from_a_recount_are_found(changed: dict[str, object]) -> None:
    assert list(check_boards(replace(SOUND_BOARDS, **changed)))  # type: ignore[arg-type]

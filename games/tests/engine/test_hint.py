"""Hints: every move in its place, held to brute force near the ends of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.engine import deck_of, is_won, legal_moves, opening, play
from games.engine.hint import Hint, Knowledge, advise
from games.engine.moves import Move
from games.engine.solver import Solution, solve
from games.tests.engine.solving import brute_force, ends_of_won_games
from games.tests.playing import WINNABLE, WINNING_LINE, seed_numbered

if TYPE_CHECKING:
    from games.engine import Position

START = opening(deck_of(seed_numbered(WINNABLE)))
LINE = tuple(map(Move.parse, WINNING_LINE))
BUDGET = 200_000


def moves(*texts: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, texts))


def unwilling(position: Position, budget: int) -> Solution:
    """A search that finds nothing out."""
    return Solution("unknown", None, 0)


def test_near_the_end_hints_agree_with_brute_force() -> None:
    judged = 0
    for position in list(ends_of_won_games(3, 6))[:40]:
        if is_won(position) or not legal_moves(position):
            continue
        hint = advise(position, Knowledge(solve, BUDGET))
        for group, verdict in ((hint.keeps, "won"), (hint.loses, "lost")):
            for move in group:
                assert brute_force(play(position, move), 200_000) in {verdict, None}
                judged += 1
        assert hint.undecided == ()
    assert judged > 50


def test_the_line_of_a_hint_wins() -> None:
    hint = advise(START, Knowledge(solve, BUDGET))
    position = START
    assert hint.line is not None
    assert hint.move == hint.line[0]
    for move in hint.line:
        position = play(position, move)
    assert is_won(position)


def test_a_line_that_is_known_takes_no_search() -> None:
    knowledge = Knowledge(unwilling, BUDGET)
    knowledge.note_line(START, LINE)
    position = START
    for index, move in enumerate(LINE[:-1]):
        hint = advise(position, knowledge)
        assert (hint.verdict, hint.line, hint.nodes) == ("winnable", LINE[index:], 0)
        position = play(position, move)


def test_a_move_that_can_be_taken_back_keeps_the_win_without_a_search() -> None:
    knowledge = Knowledge(unwilling, BUDGET)
    knowledge.note_line(START, LINE)
    taken_back = []
    position = START
    for move in LINE:
        for other in legal_moves(position):
            after = play(position, other)
            back = Move(other.target, other.source, other.count)
            if other != move and other.target.letter == "t" and back in legal_moves(after):
                assert other in advise(position, knowledge).keeps
                taken_back.append(other)
        position = play(position, move)
    assert taken_back


def test_what_no_search_decides_is_said_so() -> None:
    hint = advise(START, Knowledge(unwilling, BUDGET))
    assert (hint.verdict, hint.move, hint.undecided) == ("unknown", None, legal_moves(START))


def test_one_move_that_wins_makes_a_position_winnable() -> None:
    def finds_the_move_only(position: Position, budget: int) -> Solution:
        return Solution("unknown", None, 7) if position == START else solve(position, budget)

    hint = advise(START, Knowledge(finds_the_move_only, BUDGET))
    assert hint.verdict == "winnable"
    assert hint.move in hint.keeps
    assert hint.nodes > 7


def test_moves_that_all_lose_make_a_position_lost() -> None:
    start = opening(deck_of(seed_numbered(17)))

    def finds_the_moves_only(position: Position, budget: int) -> Solution:
        return Solution("unknown", None, 7) if position == start else Solution("lost", None, 7)

    hint = advise(start, Knowledge(finds_the_moves_only, BUDGET))
    assert (hint.verdict, hint.move, hint.loses) == ("lost", None, legal_moves(start))


@pytest.mark.parametrize(
    ("keeps", "loses", "undecided", "is_critical"),
    [
        (1, 2, 0, True),
        (1, 1, 0, False),
        (2, 1, 0, False),
        (3, 2, 0, False),
        (3, 3, 0, True),
        (1, 5, 1, False),
        (1, 0, 0, False),
    ],
)
def test_a_hint_is_critical_when_few_of_several_moves_keep_the_win(
    keeps: int, loses: int, undecided: int, is_critical: bool
) -> None:
    hint = Hint(
        "winnable",
        LINE,
        moves("deal") * keeps,
        moves("t1-f") * loses,
        moves("t2-f") * undecided,
        0,
    )
    assert hint.is_critical == is_critical


def test_a_lost_position_is_not_critical() -> None:
    assert not Hint("lost", None, (), moves("deal", "t1-f", "t2-f"), (), 0).is_critical

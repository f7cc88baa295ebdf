"""Reviews by a search that knows the answers, so that what is asked can be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.engine import Command, Move, parse_history, play
from games.engine.review import Review
from games.engine.solver import Solution
from games.tests.engine.tables import DECK, WINNING_LINE

if TYPE_CHECKING:
    from games.engine import Action, Position

LINE = tuple(map(Move.parse, WINNING_LINE.split()))
BUDGET = 1000


class Oracle:
    """A search: what has at most `deepest` moves on it can be won along the line, the rest not.

    `hard` positions are not decided; every search takes ten nodes, a hard one all it is given.
    """

    def __init__(self, deepest: int, hard: frozenset[Position] = frozenset()) -> None:
        self.deepest, self.hard = deepest, hard
        self.asked: list[tuple[Position, int]] = []

    def __call__(self, position: Position, budget: int) -> Solution:
        self.asked.append((position, budget))
        if position in self.hard:
            return Solution("unknown", None, budget)
        played = standing().index(position)
        won = played <= self.deepest
        return Solution("won", (), 10) if won else Solution("lost", None, 10)


def standing() -> list[Position]:
    """The positions of the winning line, from the opening on."""
    return Review.of(DECK, LINE).path


def review_of(*actions: Action) -> Review:
    return Review.of(DECK, actions)


def verdicts(review: Review) -> list[str]:
    return [review.verdict(position) for position in review.path]


def searched(review: Review, oracle: Oracle, budget: int = BUDGET) -> list[int]:
    return list(review.search(oracle, budget))


def test_a_win_needs_no_search() -> None:
    review = review_of(*LINE)
    assert searched(review, oracle := Oracle(0)) == []
    assert oracle.asked == []
    assert set(verdicts(review)) == {"winnable"}
    assert review.wins[review.path[0]] == LINE


def test_the_end_is_searched_first_and_a_win_there_decides_all() -> None:
    review = review_of(*LINE[:64])
    assert searched(review, Oracle(64)) == [65]
    assert verdicts(review) == ["winnable"] * 65
    assert review.turning_points() == []


@pytest.mark.parametrize("deepest", [0, 1, 31, 32, 33, 62, 63])
def test_the_turning_point_is_found_by_halving(deepest: int) -> None:
    review = review_of(*LINE[:64])
    oracle = Oracle(deepest)
    decided = searched(review, oracle)
    assert verdicts(review) == ["winnable"] * (deepest + 1) + ["lost"] * (64 - deepest)
    assert len(oracle.asked) <= 8
    assert review.nodes == 10 * len(oracle.asked)
    assert decided == sorted(decided)
    assert decided[-1] == 65


def test_the_turning_point_names_the_move_and_a_better_one() -> None:
    review = review_of(LINE[0], *parse_history("deal concede"))
    review.note_win(review.path[1], LINE[1:])
    review.note_loss(review.path[2])
    (point,) = review.turning_points()
    assert (point.ply, str(point.move), point.better) == (2, "deal", LINE[1])
    assert review.wins[review.path[1]] == LINE[1:]
    assert verdicts(review) == ["winnable", "winnable", "lost", "lost"]


def test_a_lost_opening_is_lost_to_the_end() -> None:
    review = review_of(*LINE[:40])
    review.note_loss(review.path[0])
    assert searched(review, Oracle(0)) == []
    assert set(verdicts(review)) == {"lost"}


def test_a_line_of_the_deal_decides_what_the_game_shares_with_it() -> None:
    review = review_of(*LINE[:4], *parse_history("deal"))
    review.note_win(review.path[0], LINE)
    assert review.decided == 5
    assert verdicts(review) == [*["winnable"] * 5, "unknown"]


def test_an_undo_brings_the_win_back_and_is_no_turning_point() -> None:
    lost = parse_history("deal")
    review = review_of(LINE[0], *lost, Command.UNDO, *lost, Command.UNDO, LINE[1])
    review.note_win(review.path[0], LINE)
    review.note_loss(review.path[2])
    assert verdicts(review) == [
        "winnable",
        "winnable",
        "lost",
        "winnable",
        "lost",
        *["winnable"] * 2,
    ]
    assert [point.ply for point in review.turning_points()] == [2, 4]


def test_positions_met_again_are_searched_once() -> None:
    there_and_back: list[Action] = [*LINE[:3], *[Command.UNDO] * 3] * 5
    review = review_of(*there_and_back[:-3])
    oracle = Oracle(0)
    searched(review, oracle)
    positions = [position for position, _ in oracle.asked]
    assert len(positions) == len(set(positions))


def test_branches_that_were_taken_back_are_searched_too() -> None:
    review = review_of(*LINE[:4], *[Command.UNDO] * 3, *parse_history("deal"))
    review.note_win(review.path[-1], ())
    searched(review, Oracle(2))
    assert verdicts(review)[:5] == ["winnable"] * 3 + ["lost"] * 2


def test_a_hard_position_gets_a_share_first_and_the_rest_last() -> None:
    review = review_of(*LINE[:32])
    hard = frozenset(review.path[16:17])
    oracle = Oracle(3, hard)
    searched(review, oracle)
    given = [budget for position, budget in oracle.asked if position in hard]
    assert given in ([BUDGET // 20], [])
    assert "unknown" not in verdicts(review)


def test_what_is_not_decided_within_the_budget_is_unknown() -> None:
    review = review_of(*LINE[:32])
    everything = frozenset(review.path)
    searched(review, oracle := Oracle(0, everything))
    assert set(verdicts(review)) == {"unknown"}
    assert review.nodes == BUDGET
    assert sum(budget for _, budget in oracle.asked) == BUDGET
    assert review.turning_points() == []


def test_between_won_and_lost_the_unknown_hides_the_turning_point() -> None:
    review = review_of(*LINE[:8])
    searched(review, Oracle(3, frozenset(review.path[4:5])))
    assert verdicts(review) == ["winnable"] * 4 + ["unknown"] + ["lost"] * 4
    assert review.turning_points() == []


def test_a_false_line_is_refused_by_the_rules() -> None:
    review = review_of()
    with pytest.raises(ValueError, match="not legal"):
        review.note_win(review.path[0], LINE[::-1])


def test_every_winning_line_wins() -> None:
    review = review_of(*LINE)
    for position, line in review.wins.items():
        after = position
        for move in line:
            after = play(after, move)
        assert after.foundation_cards == 52

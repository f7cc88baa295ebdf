"""The two errors: what they carry, and what they never show."""

from __future__ import annotations

import pickle

from games.engine import IllegalMove, InvalidNotation, opening
from games.tests.engine.tables import DECK


def test_the_errors_are_value_errors() -> None:
    assert issubclass(InvalidNotation, ValueError)
    assert issubclass(IllegalMove, ValueError)


def test_the_errors_survive_pickling() -> None:
    notation = InvalidNotation("t9", "there is no t9", "move", 4)
    illegal = IllegalMove("deal", opening(DECK), "no", "game_over", 2)
    for error in (notation, illegal):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
        assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_refusal_gets_its_place_in_a_list() -> None:
    error = IllegalMove("deal", opening(DECK), "no", "game_over")
    placed = error.at(7)
    assert (error.index, placed.index) == (None, 7)
    assert vars(placed) == {**vars(error), "index": 7}


def test_a_refusal_without_a_position_names_none() -> None:
    error = IllegalMove("undo", None, "there is nothing to take back", "nothing_to_undo")
    assert str(error) == "undo is not legal: there is nothing to take back"


def test_a_refusal_hides_the_stock_of_the_position_it_is_given() -> None:
    """R13."""
    error = IllegalMove("t1-f", opening(DECK), "no")
    assert error.position == str(opening(DECK).hidden())
    shown = f"{error} {error!r} {error.args} {pickle.dumps(error)!r}"
    assert not [card for card in DECK[36:] if str(card) in shown]

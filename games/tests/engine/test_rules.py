"""The rulings R1 to R5: the deal, foundations, building, runs and spaces."""

from __future__ import annotations

import pytest

from games.engine import (
    IllegalMove,
    is_won,
    opening,
)
from games.engine.cards import RANKS
from games.tests.engine.tables import DECK, after, legal, table

# ------------------------------------------------------------------------------------ R1: deal


def test_the_first_card_opens_the_foundation_of_its_suit() -> None:
    """R1."""
    position = opening(DECK)
    assert (position.base_rank, position.foundations) == (11, (0, 0, 0, 1))


def test_columns_then_reserves_then_the_stock_take_the_cards_in_order() -> None:
    """R1."""
    position = opening(DECK)
    assert [len(column) for column in position.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert [len(reserve) for reserve in position.reserves] == [1] * 7
    dealt = [card for pile in position.columns + position.reserves for card in pile]
    assert (*dealt, *position.stock) == DECK[1:]


# ----------------------------------------------------------------------------- R2: foundations


@pytest.mark.parametrize("base", RANKS)
def test_a_foundation_is_built_from_any_base_rank_through_the_king_to_thirteen_cards(
    base: str,
) -> None:
    """R2, R9, for all 13 base ranks."""
    start = RANKS.index(base)
    ranks = RANKS[start:] + RANKS[:start]
    hearts = [f"{rank}H" for rank in ranks[1:]]
    position = table(base, "13.13.1.13", t1="".join(reversed(hearts)))
    for height in range(2, 14):
        assert position.columns[6] == ()
        position = after(position, "t1-f")
        assert position.foundations == (13, 13, height, 13)
    assert is_won(position)


@pytest.mark.parametrize("base", RANKS)
def test_only_the_next_card_goes_on_a_foundation(base: str) -> None:
    """R2."""
    start = RANKS.index(base)
    ranks = RANKS[start:] + RANKS[:start]
    position = table(base, "1.1.4.1", t1=f"{ranks[5]}H", t2=f"{ranks[4]}H", t3=f"{ranks[4]}D")
    assert {"t1-f", "t2-f", "t3-f"} & set(legal(position)) == {"t2-f"}


def test_starting_a_foundation_is_allowed_and_never_forced() -> None:
    """R2."""
    position = table("5", "0.0.1.0", t1="9H", t2="6S", t3="5D", r1="KC", stock=16)
    assert {"t3-f", "t3-t2", "deal"} <= set(legal(position))
    assert after(position, "t3-t2").foundations == (0, 0, 1, 0)
    assert after(position, "t3-f").foundations == (0, 1, 1, 0)


# -------------------------------------------------------------------------------- R3: building


@pytest.mark.parametrize(
    ("card", "host", "fits"),
    [
        ("6S", "7H", True),
        ("6S", "7D", True),
        ("6S", "7C", False),
        ("6H", "7D", False),
        ("7S", "6H", False),
        ("5S", "7H", False),
        ("KS", "AH", True),
        ("KC", "AD", True),
        ("KH", "AD", False),
        ("AS", "KH", False),
        ("AS", "2D", True),
        ("QS", "KH", True),
    ],
)
def test_a_card_goes_on_the_next_higher_rank_of_the_other_colour(
    card: str, host: str, fits: bool
) -> None:
    """R3: a black king goes on a red ace."""
    position = table("4", "1.0.0.0", t1=card, t2=host)
    assert ("t1-t2" in legal(position)) is fits


def test_a_run_may_pass_the_base_rank() -> None:
    """R3: the 5 is the base rank here, and lies under the 4 of another suit like any card."""
    position = table("5", "1.0.0.0", t1="6C5H4S3H", t2="5D", t3="7H")
    assert {"t1-t2:2", "t1-t3:4"} <= set(legal(position))
    assert str(after(position, "t1-t3:4").columns[2][-1]) == "3H"


# ------------------------------------------------------------------------------------ R4: runs

LONG_RUN = "9H8S7H6S5H4S3H2SAHKSQHJSTH9S8D7S"


def test_any_part_of_a_run_moves_as_one() -> None:
    """R4."""
    position = table("K", "1.0.0.0", t1="3C9H8S7H6S", t2="7D", t3="8C", t4="9D", t5="TS")
    moves = {move for move in legal(position) if move.startswith("t1-")}
    assert moves == {"t1-t2", "t1-t3:2", "t1-t4:3", "t1-t5:4"}
    moved = after(position, "t1-t4:3")
    assert "".join(map(str, moved.columns[3])) == "9D8S7H6S"
    assert "".join(map(str, moved.columns[0])) == "3C9H"


def test_cards_that_are_not_a_run_never_move_together() -> None:
    """R4."""
    position = table("K", "1.0.0.0", t1="8S7S6H", t2="9D", t3="8C7D")
    with pytest.raises(IllegalMove) as caught:
        after(position, "t1-t2:3")
    assert "not a run (R4)" in caught.value.reason
    assert "t1-t2:3" not in legal(position)


def test_a_run_longer_than_thirteen_cards_moves_as_one() -> None:
    """R3, R4."""
    position = table("K", "1.0.0.0", t1=LONG_RUN, t2="TC")
    assert "t1-t2:16" in legal(position)
    assert len(after(position, "t1-t2:16").columns[1]) == 17


def test_a_long_run_has_two_cards_that_may_head_it_into_a_space() -> None:
    """R4, R5: two 9s lie in the run, thirteen cards apart."""
    position = table("T", "1.0.0.0", t1=LONG_RUN)
    into_t2 = [move for move in legal(position) if move.startswith("t1-t2")]
    assert into_t2 == ["t1-t2:3", "t1-t2:16"]


def test_a_run_is_not_built_on_its_own_top() -> None:
    """R3, R4: the 9S at the top would take the 8H that heads the run, were it another column."""
    run = "8H7C6D5S4H3S2DACKHQCJHTS9D8C7D6C5D4S3H2CAHKSQHJCTH9S"
    position = table("A", "0.0.0.2", t1=run, t2="TD")
    column = position.columns[0]
    assert column[-26].host_kind == column[-1].kind
    assert "t1-t2" in legal(position)
    assert not [move for move in legal(position) if move.startswith("t1-t1")]


def test_a_column_never_moves_onto_itself() -> None:
    position = table("T", "1.0.0.0", t1="9S")
    with pytest.raises(IllegalMove, match="the same column"):
        after(position, "t1-t1")


# ---------------------------------------------------------------------------------- R5: spaces


def test_a_space_is_filled_from_a_column_a_reserve_and_an_extra_place() -> None:
    """R5."""
    position = table("5", "0.0.1.0", t1="KH4C", t2="QD4D3S", r3="4H", x2="4S")
    moves = [move for move in legal(position) if move.endswith(("-t3", "-t3:2"))]
    assert moves == ["t1-t3", "t2-t3:2", "r3-t3", "x2-t3"]
    for move in moves:
        filled = after(position, move)
        assert str(filled.columns[2][0])[0] == "4"
        assert filled.columns[3] == ()


def test_the_space_rank_stays_the_same_while_the_foundations_grow() -> None:
    """R5: the second position of rules.md."""
    position = table("5", "0.0.1.0", r1="6H", r2="4C", r3="5C", x1="6C")
    assert {"r1-f", "r2-t1"} <= set(legal(position))
    grown = after(position, "r1-f")
    assert (grown.foundations, grown.space_rank_text) == ((0, 0, 2, 0), "4")
    into_a_space = [move for move in legal(grown) if move.endswith("-t1")]
    assert into_a_space == ["r2-t1"]


@pytest.mark.parametrize("rank", RANKS)
def test_a_space_takes_no_other_rank(rank: str) -> None:
    """R5."""
    position = table("5", "0.0.1.0", r1="4C" if rank == "4" else f"{rank}S")
    assert ("r1-t1" in legal(position)) is (rank == "4")


def test_a_refused_space_says_what_it_takes() -> None:
    """R5."""
    with pytest.raises(IllegalMove) as caught:
        after(table("A", "1.0.0.0", r1="QS"), "r1-t1")
    assert caught.value.reason == "a space takes K, not QS (R5)"

"""The rulings R1 to R9 and R13, one by one; R10 is in test_lost.py."""

from __future__ import annotations

import pytest

from games.engine import (
    Card,
    Deck,
    IllegalMove,
    Move,
    Status,
    is_won,
    legal_moves,
    opening,
    play,
    status,
)
from games.engine.cards import CARDS, RANKS
from games.tests.engine.tables import DECK, WINNING_LINE, after, legal, table

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


# -------------------------------------------------------------------------------- R6: reserves


def test_only_the_top_card_of_a_reserve_plays() -> None:
    """R6."""
    position = table("5", "0.0.1.0", t1="9S", r1="6H8H2C", t2="3D")
    assert [move for move in legal(position) if move.startswith("r1")] == ["r1-t2"]
    assert after(position, "r1-t2").reserves[0] == (Card("6H"), Card("8H"))


def test_a_reserve_plays_to_a_foundation_a_column_and_a_space() -> None:
    """R6, and the first position of rules.md."""
    position = table("5", "0.0.1.0", t1="7S", r1="6H", r2="4H")
    assert [move for move in legal(position) if move[0] == "r"] == ["r1-f", "r1-t1"] + [
        f"r2-t{n}" for n in range(2, 7)
    ]


def test_an_empty_reserve_has_nothing_to_play() -> None:
    """R6."""
    with pytest.raises(IllegalMove, match="r1 holds 0 cards"):
        after(table(), "r1-t1")


# ----------------------------------------------------------------------------------- R7: stock


def test_a_deal_puts_one_card_on_each_reserve_empty_or_not() -> None:
    """R7."""
    position = opening(DECK)
    emptied = after(position, "r5-t3")
    assert emptied.reserves[4] == ()
    dealt = after(emptied, "deal")
    assert [reserve[-1] for reserve in dealt.reserves] == list(DECK[36:43])
    assert [len(reserve) for reserve in dealt.reserves] == [2, 2, 2, 2, 1, 2, 2]
    assert dealt.stock == DECK[43:]


def test_the_third_deal_puts_one_card_on_each_extra_place() -> None:
    """R7: a deal of two."""
    before = after(opening(DECK), "deal", "deal")
    dealt = after(before, "deal")
    assert dealt.extras == DECK[50:]
    assert (dealt.stock, dealt.stock_count) == ((), 0)
    assert dealt.reserves == before.reserves


def test_there_is_no_fourth_deal() -> None:
    """R7."""
    position = after(opening(DECK), "deal", "deal", "deal")
    assert "deal" not in legal(position)
    with pytest.raises(IllegalMove, match="the stock is gone"):
        after(position, "deal")


def test_both_extra_cards_are_available_and_nothing_is_built_on_them() -> None:
    """R7."""
    position = table("5", "0.0.1.0", t1="7S", t2="9D", x1="6H", x2="8S")
    assert [move for move in legal(position) if move[0] == "x"] == ["x1-f", "x1-t1", "x2-t2"]
    played = after(position, "x2-t2")
    assert played.extras == (Card("6H"), None)
    with pytest.raises(IllegalMove, match="x2 holds 0 cards"):
        after(played, "x2-t2")


def test_a_deal_is_legal_whatever_else_is() -> None:
    """R7."""
    position = opening(DECK)
    for text in WINNING_LINE.split():
        assert ("deal" in legal(position)) is bool(position.stock_count)
        position = after(position, text)


def test_a_hidden_stock_cannot_be_dealt_and_says_so() -> None:
    """R13."""
    hidden = opening(DECK).hidden()
    assert legal(hidden)[0] == "deal"
    with pytest.raises(IllegalMove, match="the stock is hidden"):
        after(hidden, "deal")


def test_other_moves_keep_a_hidden_stock_hidden() -> None:
    """R13."""
    position = after(opening(DECK), "deal")
    for move in legal(position)[1:]:
        assert after(position.hidden(), move) == after(position, move).hidden()


# --------------------------------------------------------------------------- R8: whole columns


def test_a_whole_column_moves_onto_another_and_leaves_a_space() -> None:
    """R8."""
    position = table("K", "1.0.0.0", t1="8S7H", t2="9D")
    assert after(position, "t1-t2:2").columns[0] == ()


def test_a_whole_column_may_move_into_a_space() -> None:
    """R8: legal and pointless."""
    position = table("T", "1.0.0.0", t1="9S8H", t2="3C")
    moved = after(position, "t1-t5:2")
    assert (moved.columns[0], moved.columns[4]) == ((), (Card("9S"), Card("8H")))


# ------------------------------------------------------------------------------------- R9: won


def test_the_game_is_won_when_all_cards_are_on_the_foundations() -> None:
    """R9."""
    position = table("A", "13.12.13.13")
    assert (is_won(position), status(position)) == (False, Status.PLAYING)
    won = after(position, "t7-f")
    assert (is_won(won), status(won), legal_moves(won)) == (True, Status.WON, ())


# ------------------------------------------------------------------------ refusals, and order


def test_a_refusal_carries_the_move_the_position_and_the_reason() -> None:
    position = after(opening(DECK), "t6-f")
    with pytest.raises(IllegalMove) as caught:
        play(position, Move.parse("t2-t1"))
    error = caught.value
    assert (error.move, error.position) == ("t2-t1", str(position.hidden()))
    assert (error.reason, error.code, error.index) == (
        "TD does not go on TC (R3)",
        "illegal_move",
        None,
    )
    assert str(error) == f"t2-t1 is not legal in {position.hidden()}: TD does not go on TC (R3)"


def test_no_refusal_names_a_card_of_the_stock() -> None:
    """R13: neither its message nor anything it carries."""
    position = after(opening(DECK), "deal")
    texts = [f"{s}{n}-{t}" for s in "tr" for n in range(1, 8) for t in ("t1", "t5", "f")]
    refused = 0
    for text in texts:
        try:
            after(position, text)
        except IllegalMove as error:
            refused += 1
            shown = f"{error} {error!r} {error.at(3)!r} {vars(error)}"
            assert not [card for card in position.stock if f"{card}" in shown]
    assert refused > 20


def test_moves_come_from_left_to_right_and_to_a_foundation_first() -> None:
    position = table("5", "0.0.1.0", t1="7S", t2="TC9H8S6H", r1="4C", t3="7C", t4="4D")
    assert legal(position)[:3] == ["t2-f", "t2-t1", "t2-t3"]
    order = [move[:2] for move in legal(position)]
    assert order == sorted(order, key=lambda place: ("trx".index(place[0]), place))


def test_dealing_a_deck_of_text_gives_the_same_as_dealing_its_cards() -> None:
    assert opening(Deck.parse(str(Deck(CARDS)))) == opening(Deck(CARDS))

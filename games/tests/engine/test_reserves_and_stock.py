"""The rulings R6 to R9, what a refusal says (R13), and the order of moves."""

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
from games.engine.cards import CARDS
from games.tests.engine.tables import DECK, WINNING_LINE, after, legal, table

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

"""Positions and their texts."""

from __future__ import annotations

import pytest

from games.engine import Card, InvalidNotation, Position, hidden_text, opening
from games.tests.engine.tables import DECK, after

SHOWN = str(opening(DECK))
HIDDEN = (
    "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H "
    "4C/6D/2D/5D/6S/AC/2H -/- ?16"
)


def test_the_stock_is_hidden_as_a_count() -> None:
    """R13."""
    hidden = opening(DECK).hidden()
    assert str(hidden) == HIDDEN
    assert (hidden.stock, hidden.unseen, hidden.stock_count) == ((), 16, 16)


def test_hiding_twice_is_hiding_once() -> None:
    assert opening(DECK).hidden().hidden() == opening(DECK).hidden() == Position.parse(HIDDEN)
    assert hidden_text(SHOWN) == hidden_text(HIDDEN) == HIDDEN


def test_the_hidden_stock_shrinks_with_every_deal() -> None:
    position, stocks = opening(DECK), []
    for _ in range(3):
        position = after(position, "deal")
        stocks.append(str(position.hidden()).split()[-1])
        assert Position.parse(str(position.hidden())) == position.hidden()
        assert hidden_text(str(position)) == str(position.hidden())
    assert stocks == ["?9", "?2", "-"]


def test_a_position_counts_its_stock_and_its_foundation_cards() -> None:
    position = after(opening(DECK), "t6-f", "deal")
    assert (position.stock_count, position.unseen, position.foundation_cards) == (9, 0, 2)


def test_a_position_holds_what_its_text_says() -> None:
    position = Position.parse(SHOWN)
    assert (position.base_rank, position.base_rank_text) == (11, "J")
    assert position.foundations == (0, 0, 0, 1)
    assert position.columns[1] == (Card("QH"), Card("TD"))
    assert position.reserves[6] == (Card("2H"),)
    assert position.extras == (None, None)
    assert position.stock[0] is Card("4S")


@pytest.mark.parametrize(
    ("base", "space"), list(zip("A23456789TJQK", "KA23456789TJQ", strict=True))
)
def test_a_space_takes_the_rank_below_the_base_rank(base: str, space: str) -> None:
    """R5, for all 13 base ranks."""
    first = next(card for card in DECK if str(card)[0] == base)
    position = opening(type(DECK)([first, *(card for card in DECK if card is not first)]))
    assert (position.base_rank_text, position.space_rank_text) == (base, space)
    assert position.space_rank == "A23456789TJQK".index(space) + 1


def _changed(field: int, text: str, position: str = SHOWN) -> str:
    fields = position.split(" ")
    fields[field] = text
    return " ".join(fields)


DEALT_ONCE = str(after(opening(DECK), "deal"))
DEALT = str(after(opening(DECK), "deal", "deal", "deal"))
NOT_POSITIONS = [
    ("", "1 instead of 6 fields"),
    (SHOWN + " ", "7 instead of 6 fields"),
    (" " + SHOWN, "7 instead of 6 fields"),
    (SHOWN.replace(" ", "  ", 1), "7 instead of 6 fields"),
    (SHOWN.replace(" ", "\t", 1), "5 instead of 6 fields"),
    (SHOWN + "\n", "not a card"),
    (_changed(0, "j"), "'j' is not a base rank"),
    (_changed(0, ""), "'' is not a base rank"),
    (_changed(0, "JQ"), "'JQ' is not a base rank"),
    (_changed(1, "0.0.0"), "3 instead of 4 foundation heights"),
    (_changed(1, "0.0.0.1.0"), "5 instead of 4 foundation heights"),
    (_changed(1, "0.0.0.14"), "'14' is not a foundation height"),
    (_changed(1, "0.0.0.01"), "'01' is not a foundation height"),
    (_changed(1, "0.0.0.-1"), "'-1' is not a foundation height"),
    (_changed(1, "0.0.0.٣"), "is not a foundation height"),
    (_changed(1, "0.0.0."), "'' is not a foundation height"),
    (_changed(1, "0.0.1.1"), "JH is on the table and on its foundation"),
    (_changed(1, "0.0.0.2"), "QS is on the table and on its foundation"),
    (_changed(1, "0.0.0.0"), "no foundation is open"),  # noqa: S104 - heights, not an address
    (SHOWN.replace("TC/", "", 1), "6 instead of 7 columns"),
    (SHOWN.replace("TC/", "TC/-/", 1), "8 instead of 7 columns"),
    (SHOWN.replace("TC/", "/", 1), "an empty pile is written '-'"),
    (SHOWN.replace("TC/", "-/", 1), "51 cards instead of 52"),
    (SHOWN.replace("TC/", "T/", 1), "'T' is not a card"),
    (SHOWN.replace("TC/", "tc/", 1), "'tc' is not a card"),
    (SHOWN.replace("TC/", "JS/", 1), "JS is on the table and on its foundation"),
    (SHOWN.replace("TC/", "TD/", 1), "TD is there twice"),
    (SHOWN.replace("3CKH", "KSKH", 1), "KS is there twice"),
    (SHOWN.replace("TC/", "TC-/", 1), "'-' is not a card"),
    (SHOWN.replace(" 4C/", " ", 1), "6 instead of 7 reserves"),
    (_changed(3, "4C6D/-/2D/5D/6S/AC/2H"), "a reserve of more than 1 cards"),
    (DEALT_ONCE.replace("4C4S/6D2C", "4C4S6D/2C"), "a reserve of more than 2 cards"),
    (_changed(4, "-"), "1 instead of 2 extra places"),
    (_changed(4, "-/-/-"), "3 instead of 2 extra places"),
    (_changed(4, "JH9C/-", DEALT), "an extra place holds one card"),
    (_changed(4, "9C/-", SHOWN.removesuffix("9C")), "a stock of 15 cards"),
    (SHOWN.replace("TC/", "-/", 1).replace(" -/- ", " TC/- "), "extra places are filled by"),
    (HIDDEN.replace("TC/", "-/", 1).replace(" -/- ", " -/TC "), "extra places are filled by"),
    (_changed(5, ""), "an empty pile is written '-'"),
    (_changed(5, "?9"), "45 cards instead of 52"),
    (_changed(5, "?2"), "38 cards instead of 52"),
    (_changed(5, "?0"), "not a card"),
    (_changed(5, "?15"), "not a card"),
    (_changed(5, "?016"), "not a card"),
    (_changed(5, "16"), "not a card"),
    (SHOWN[:-2], "a stock of 15 cards"),
]


@pytest.mark.parametrize(("text", "reason"), NOT_POSITIONS, ids=range(len(NOT_POSITIONS)))
def test_a_text_that_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match="not a position") as caught:
        Position.parse(text)
    assert reason in str(caught.value)
    assert (caught.value.text, caught.value.what) == (text, "position")


def test_a_reserve_never_grows_past_three_cards() -> None:
    """R6, R7: one card at the start and one with each of two deals."""
    text = DEALT.replace("4C4S5H/6D2C3H", "4C4S5H6D/2C3H")
    assert text != DEALT
    with pytest.raises(InvalidNotation, match="a reserve of more than 3 cards"):
        Position.parse(text)


def test_every_foundation_full_is_a_position() -> None:
    text = "5 13.13.13.13 -/-/-/-/-/-/- -/-/-/-/-/-/- -/- -"
    assert str(Position.parse(text)) == text

"""Cards and decks, and their texts."""

from __future__ import annotations

import copy
import pickle

import pytest

from games.engine import Card, Deck, InvalidNotation
from games.engine.cards import CARDS
from games.tests.engine.tables import DECK


def test_there_are_52_cards_and_each_is_one_object() -> None:
    assert len({str(card) for card in CARDS}) == len(set(CARDS)) == 52
    assert all(Card.parse(str(card)) is card for card in CARDS)


def test_a_card_has_rank_suit_and_colour() -> None:
    found = [(card.rank, card.suit, card.is_red) for card in map(Card, ("AC", "TD", "9H", "KS"))]
    assert found == [(1, 0, False), (10, 1, True), (9, 2, True), (13, 3, False)]


def test_a_card_stays_the_same_object_through_copies_and_pickles() -> None:
    card = Card("TH")
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError, match="rank"):
        Card("TH").rank = 9


def test_a_card_shows_itself() -> None:
    assert repr(Card("TH")) == "Card('TH')"


@pytest.mark.parametrize(
    "text", ["", "T", "th", "10H", "1H", "HT", "TH ", " TH", "T♥", "\u0422\u041d"]
)
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="not a card") as caught:
        Card.parse(text)
    assert (caught.value.text, caught.value.what, caught.value.index) == (text, "card", None)
    assert caught.value.code == "bad_notation"


def test_the_spaces_of_a_deck_are_optional() -> None:
    assert Deck.parse(str(DECK).replace(" ", "")) == Deck.parse(str(DECK)) == DECK


def test_a_deck_is_a_tuple_of_its_cards() -> None:
    assert DECK[0] is Card("JS")
    assert (len(DECK), str(DECK)[:11]) == (52, "JS TC QH TD")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 cards"),
        (str(DECK)[:-3], "51 cards"),
        (str(DECK).replace(" ", "")[:-2], "51 cards"),
        (str(DECK) + " ", "single spaces"),
        (" " + str(DECK), "single spaces"),
        (str(DECK).replace("QH", "KH"), "KH is there twice"),
        (str(DECK).replace("JS", "js"), "'js' is not a card"),
        (str(DECK).replace(" ", "", 1), "single spaces"),
        (str(DECK).replace(" ", "  ", 1), "single spaces"),
        (str(DECK).replace(" ", "\n"), "not a card"),
        ("J S" + str(DECK)[2:].replace(" ", "", 1), "single spaces"),
        (str(DECK).replace(" ", "") + "AC", "53 cards"),
    ],
    ids=range(12),
)
def test_a_text_that_is_no_deck_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason) as caught:
        Deck.parse(text)
    assert (caught.value.text, caught.value.what) == (text, "deck")


def test_a_long_text_is_shortened_in_the_message_only() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Deck.parse("A" * 10_000)
    assert len(str(caught.value)) < 250
    assert len(caught.value.text) == 10_000

"""What the text of a position tells without its cards being read."""

from __future__ import annotations

import pytest

from games.engine import Deck, Position, glance, opening, parse_history, walk
from games.engine.cards import RANKS
from games.tests.engine.tables import DECK, WINNING_LINE


def seen_by_reading(text: str) -> tuple[str, str, str, int]:
    position = Position.parse(text)
    ranks = position.base_rank_text, position.space_rank_text
    return *ranks, str(position.hidden()), position.foundation_cards


def test_a_glance_says_what_reading_the_whole_text_says() -> None:
    attempts = list(walk(DECK, parse_history(WINNING_LINE)))
    assert {attempt.position.stock_count for attempt in attempts} == {16, 9, 2, 0}
    for attempt in attempts:
        text = str(attempt.position)
        assert glance(text) == seen_by_reading(text)


@pytest.mark.parametrize("rank", RANKS)
def test_the_rank_of_spaces_is_one_below_whatever_the_base(rank: str) -> None:
    cards = str(DECK).split()
    cards.sort(key=lambda card: card[0] != rank)
    text = str(opening(Deck.parse(" ".join(cards))))
    assert text.startswith(rank)
    assert glance(text) == seen_by_reading(text)

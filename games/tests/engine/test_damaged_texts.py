"""Texts that nobody would write: each is refused, or is the one text of another value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    Deck,
    InvalidNotation,
    Move,
    Position,
    opening,
    parse_action,
)
from games.engine.cards import Card
from games.tests.engine.tables import DECK, WINNING_LINE, after

PARSERS: dict[str, tuple[Callable[[str], object], str]] = {
    "position": (Position.parse, str(after(opening(DECK), "deal"))),
    "late position": (Position.parse, str(after(opening(DECK), *WINNING_LINE.split()[:60]))),
    "hidden position": (Position.parse, str(opening(DECK).hidden())),
    "deck": (Deck.parse, str(DECK)),
    "action": (parse_action, "t1-t4:3"),
}


@pytest.mark.parametrize("name", PARSERS)
def test_a_damaged_text_is_refused_or_is_the_text_of_another_value(name: str) -> None:
    """Whatever is read is written back letter for letter: there is one text for a value."""
    parse, text = PARSERS[name]
    random = Random(name)
    alphabet = [*sorted(set(text)), " ", "-", "?", "0", "9", "K", "\n", "é", "\x00"]
    for _ in range(1500):
        at, length = random.randrange(len(text)), random.choice((0, 0, 1, 1, 1, 2, 3))
        damaged = text[:at] + random.choice(alphabet) + text[at + length :]
        assert written_back(parse, damaged) == damaged


def written_back(parse: Callable[[str], object], text: str) -> str:
    """Return the text of the value that `text` is read as, or the one its refusal is about."""
    try:
        return str(parse(text))
    except InvalidNotation as error:
        return error.text


@settings(derandomize=True, deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (Card.parse, Deck.parse, Move.parse, Position.parse, parse_action):
        assert written_back(parse, text) == text

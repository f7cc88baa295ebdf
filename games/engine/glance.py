"""What the text of a position tells at a glance: its cards are not read."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.cards import RANKS
from games.engine.position import hidden_text


class Glance(NamedTuple):
    """Of a position: two of its ranks, its text as its player sees it (R13), cards played off."""

    base_rank: str
    space_rank: str
    hidden: str
    foundation_cards: int


def glance(text: str) -> Glance:
    """Return what `Position.parse(text)` would say. Checks nothing: the text is one of our own."""
    base_rank, foundations, _ = text.split(" ", 2)
    played = sum(map(int, foundations.split(".")))
    return Glance(base_rank, RANKS[RANKS.index(base_rank) - 1], hidden_text(text), played)

"""Cards and piles in words, in the language of the page; words.js says the same on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Card

_SUITS = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
_RANKS = {"A": _("ace"), "T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king")}
_PILES = {"t": _("column {number}"), "r": _("reserve {number}"), "x": _("extra place {number}")}
_EMPTY = {"t": _("a space"), "r": _("empty"), "x": _("empty"), "f": _("empty")}


def rank_name(rank: str) -> str:
    """Name a rank, `A` to `K`, in words: “ace”, “10”."""
    return str(_RANKS.get(rank, rank))


def card_name(card: Card) -> str:
    """Name a card in words: “queen of hearts”."""
    rank, suit = tuple(card.text)
    return str(_("{rank} of {suit}")).format(rank=rank_name(rank), suit=_SUITS[suit])


def pile_label(name: str, cards: Sequence[Card], stock: int) -> str:
    """Say what lies on a pile, its top card first; of the stock only how many cards."""
    if name == "stock":
        return str(_("Stock, cards left: {number}")).format(number=stock)
    # What a foundation's top card lies on goes without saying.
    seen = cards[-1:] if name[0] == "f" else cards
    held = ", ".join(map(card_name, reversed(seen))) or str(_EMPTY[name[0]])
    return capfirst(f"{_pile_name(name)}: {held}")


def _pile_name(name: str) -> str:
    if name[0] == "f":
        return str(_("foundation of {suit}")).format(suit=_SUITS[name[1]])
    return str(_PILES[name[0]]).format(number=name[1])

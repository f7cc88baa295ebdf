"""Cards and piles in words, in the language of the page; words.js says the same on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import DEAL, Card, Command
from games.engine.cards import RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine import Action, Position

_SUITS = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
_RANKS = {"A": _("ace"), "T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king")}
_PILES = {"t": _("column {number}"), "r": _("reserve {number}"), "x": _("extra place {number}")}
_COMMANDS = {Command.UNDO: _("took back the last action"), Command.CONCEDE: _("conceded")}
_RESERVES, _SUIT_CARDS = 7, 13
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
    return capfirst(f"{pile_name(name)}: {held}")


def pile_name(name: str) -> str:
    """Name a pile: “column 3”, “foundation of hearts”."""
    if name == "stock":
        return str(_("the stock"))
    if name[0] == "f":
        return str(_("foundation of {suit}")).format(suit=_SUITS[name[1]])
    return str(_PILES[name[0]]).format(number=name[1])


def pile_tag(name: str, cards: Sequence[Card], position: Position) -> str:
    """Say under a pile of the upper row what it waits for, or how many deals are left (R7)."""
    if name == "stock":
        deals = deals_left(position.stock_count)
        return ngettext("{count} deal", "{count} deals", deals).format(count=deals)
    if name[0] == "f":
        return _foundation_tag(position, len(cards))
    return str(_("extra")) if name[0] == "x" else ""


def deals_left(stock: int) -> int:
    """Count the deals left in a stock: seven cards each, then the last two (R7)."""
    return -(-stock // _RESERVES)


def _foundation_tag(position: Position, height: int) -> str:
    rank = foundation_next(position, height)
    return str(_("next {rank}")).format(rank=rank) if rank else str(_("full"))


def foundation_next(position: Position, height: int) -> str:
    """Return the rank that a foundation of a height waits for, as printed; none when full (R2)."""
    if height == _SUIT_CARDS:
        return ""
    return RANKS[(position.base_rank - 1 + height) % _SUIT_CARDS].replace("T", "10")


def action_name(action: Action, before: Position) -> str:
    """Say what was done in a position: “5 of hearts: reserve 3 to column 2”."""
    if isinstance(action, Command):
        return str(_COMMANDS[action])
    if action == DEAL:
        return _deal_name(before.stock_count)
    source, target = str(action.source), str(action.target)
    return str(_("{cards}: {source} to {target}")).format(
        cards=_run_name(cards_of(before, source)[-action.count :]),
        source=pile_name(source),
        target=str(_("the foundation")) if target == "f" else pile_name(target),
    )


def _deal_name(stock: int) -> str:
    is_last = stock < _RESERVES
    return str(
        _("the last two cards dealt to the extra places")
        if is_last
        else _("a card dealt to each reserve")
    )


def _run_name(cards: Sequence[Card]) -> str:
    head = card_name(cards[0])
    if len(cards) == 1:
        return head
    return str(_("{count} cards from the {card}")).format(count=len(cards), card=head)


def cards_of(position: Position, name: str) -> list[Card]:
    """The cards of a pile other than the stock, bottom to top."""
    if name[0] == "f":
        return _foundation(position, name[1])
    index = int(name[1]) - 1
    if name[0] == "x":
        card = position.extras[index]
        return [card] if card else []
    return list((position.columns if name[0] == "t" else position.reserves)[index])


def _foundation(position: Position, suit: str) -> list[Card]:
    height = position.foundations[SUITS.index(suit)]
    ranks = [RANKS[(position.base_rank - 1 + step) % len(RANKS)] for step in range(height)]
    return [Card(rank + suit) for rank in ranks]

"""A board as the server draws it, of the parts that render.js draws: piles, cards, their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.views.pages.naming import (
    card_name,
    cards_of,
    foundation_next,
    pile_label,
    pile_tag,
)

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from games.engine import Card, Position

Shown = dict[str, Any]


class Row(NamedTuple):
    """A row of the whole board: its class, what it is called, and its piles."""

    kind: str
    label: Promise
    piles: str


ROWS = (
    Row("upper", _("Foundations, extra places and stock"), "fC fD fH fS x1 x2 stock"),
    Row("reserves", _("Reserves"), "r1 r2 r3 r4 r5 r6 r7"),
    Row("columns", _("Columns"), "t1 t2 t3 t4 t5 t6 t7"),
)


def board_drawn(position: Position, before: Position | None = None) -> list[Shown]:
    """Return the three rows of the whole board; what has come since `before` is marked."""
    return [
        {"kind": row.kind, "label": row.label, "piles": piles_drawn(position, row.piles, before)}
        for row in ROWS
    ]


def piles_drawn(position: Position, names: str, before: Position | None = None) -> list[Shown]:
    """Return the piles of a row, by their names with spaces between them."""
    return [_pile(position, name, before) for name in names.split()]


def _pile(position: Position, name: str, before: Position | None) -> Shown:
    cards = [] if name == "stock" else cards_of(position, name)
    # Of a foundation only the top card is to be seen.
    seen = cards[-1:] if name[0] == "f" else cards
    there = cards if before is None or name == "stock" else cards_of(before, name)
    return {
        "name": name,
        "kind": "stock" if name == "stock" else f"pile-{name[0]}",
        "cards": [{**_face(card), "has_come": card not in there} for card in seen],
        "caption": _caption(position, name, len(cards)),
        "label": pile_label(name, cards, position.stock_count),
        "tag": pile_tag(name, cards, position),
        "suit": name[1] if name[0] == "f" else "",
        "is_bare": not (position.stock_count if name == "stock" else cards),
    }


def _caption(position: Position, name: str, height: int) -> str:
    """What stands in an empty pile: the stock's count, the rank that a pile waits for."""
    if name == "stock":
        return str(position.stock_count or "")
    if name[0] == "f":
        return foundation_next(position, height)
    return position.space_rank_text.replace("T", "10") if name[0] == "t" else ""


def _face(card: Card) -> Shown:
    rank, suit = tuple(card.text)
    return {
        "text": card.text,
        "name": card_name(card),
        "rank": rank.replace("T", "10"),
        "suit": suit,
        "emblem": rank if rank in "JQK" else suit,
        "colour": "red" if card.is_red else "black",
    }

"""What lies on the table, with its exact text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NoReturn

from games.engine.cards import CARDS, RANK_COUNT, RANKS, SUITS, Card, parse_cards
from games.engine.errors import InvalidNotation

Pile = tuple[Card, ...]

PILE_COUNT: Final = 7
EXTRA_COUNT: Final = 2
STOCK_SIZES: Final = (16, 9, 2, 0)  # R7: before the first deal, and after each

_HEIGHTS: Final = {str(height): height for height in range(RANK_COUNT + 1)}
_HIDDEN_STOCKS: Final = {f"?{size}": size for size in STOCK_SIZES if size}
_HIDDEN_TEXTS: Final = {2 * size: f"?{size}" for size in STOCK_SIZES if size}


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the game.

    `base_rank` is 1 to 13. `foundations` holds the number of cards on each, in the order of suits
    C D H S. `columns` and `reserves` are seven piles each, every pile from bottom to top. `extras`
    are the two extra places. `stock` has the next card first; when the stock is hidden it is
    empty and `unseen` counts its cards.

    The constructor checks nothing; `parse` checks everything.
    """

    base_rank: int
    foundations: tuple[int, ...]
    columns: tuple[Pile, ...]
    reserves: tuple[Pile, ...]
    extras: tuple[Card | None, ...]
    stock: Pile
    unseen: int = 0

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position of a text, its stock hidden or not.

        Raises InvalidNotation unless the text is exact, names every card at most once and none
        that lies on a foundation, and could by its counts come from a deal (R1, R6, R7).
        """
        return _Reader(text).position()

    def __str__(self) -> str:
        return " ".join(
            (
                self.base_rank_text,
                ".".join(map(str, self.foundations)),
                "/".join(map(_pile_text, self.columns)),
                "/".join(map(_pile_text, self.reserves)),
                "/".join([card.text if card else "-" for card in self.extras]),
                f"?{self.unseen}" if self.unseen else _pile_text(self.stock),
            )
        )

    def hidden(self) -> Position:
        """Return the position as its player sees it: the stock counted, not shown (R13)."""
        return replace(self, stock=(), unseen=self.stock_count)

    @property
    def base_rank_text(self) -> str:
        return RANKS[self.base_rank - 1]

    @property
    def space_rank(self) -> int:
        """The one rank, 1 to 13, that may go into a space: one below the base rank (R5)."""
        return self.base_rank - 1 or RANK_COUNT

    @property
    def space_rank_text(self) -> str:
        return RANKS[self.space_rank - 1]

    @property
    def foundation_cards(self) -> int:
        """How many cards lie on the four foundations together, 1 to 52."""
        return sum(self.foundations)

    @property
    def stock_count(self) -> int:
        """How many cards are left in the stock, hidden or not: 16, 9, 2 or 0."""
        return self.unseen or len(self.stock)


def hidden_text(text: str) -> str:
    """Return what `str(position.hidden())` is for the position of a text, without reading it."""
    shown, _, stock = text.rpartition(" ")
    return f"{shown} {_HIDDEN_TEXTS.get(len(stock), stock)}"


def _pile_text(pile: Pile) -> str:
    return "".join([card.text for card in pile]) or "-"


def _foundation_pile(base_rank: int, suit: int, height: int) -> frozenset[Card]:
    return frozenset(
        card
        for card in CARDS
        if card.suit == suit and (card.rank - base_rank) % RANK_COUNT < height
    )


_FOUNDATION_PILES: Final = {
    (base_rank, suit, height): _foundation_pile(base_rank, suit, height)
    for base_rank in range(1, RANK_COUNT + 1)
    for suit in range(len(SUITS))
    for height in range(RANK_COUNT + 1)
}


class _Reader:
    """Reads the six fields of one text; every refusal names that text."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def position(self) -> Position:
        fields = self._split(self._text, " ", 6, "fields separated by one space")
        position = Position(
            self._base_rank(fields[0]),
            self._foundations(fields[1]),
            self._piles(fields[2], "columns"),
            self._piles(fields[3], "reserves"),
            self._extras(fields[4]),
            () if fields[5] in _HIDDEN_STOCKS else self._pile(fields[5]),
            _HIDDEN_STOCKS.get(fields[5], 0),
        )
        self._check_counts(position)
        self._check_cards(position)
        return position

    def _refuse(self, reason: str) -> NoReturn:
        raise InvalidNotation(self._text, reason, "position")

    def _split(self, text: str, separator: str, count: int, what: str) -> list[str]:
        parts = text.split(separator)
        if len(parts) != count:
            self._refuse(f"{len(parts)} instead of {count} {what}")
        return parts

    def _base_rank(self, text: str) -> int:
        if len(text) != 1 or text not in RANKS:
            self._refuse(f"{text!r} is not a base rank, one of {RANKS}")
        return RANKS.index(text) + 1

    def _foundations(self, text: str) -> tuple[int, ...]:
        heights = self._split(text, ".", len(SUITS), "foundation heights")
        for height in heights:
            if height not in _HEIGHTS:
                self._refuse(f"{height!r} is not a foundation height, 0 to 13")
        return tuple([_HEIGHTS[height] for height in heights])

    def _pile(self, text: str) -> Pile:
        if text == "-":
            return ()
        if not text:
            self._refuse("an empty pile is written '-'")
        return parse_cards(text, of=self._text, what="position")

    def _piles(self, text: str, what: str) -> tuple[Pile, ...]:
        return tuple([self._pile(pile) for pile in self._split(text, "/", PILE_COUNT, what)])

    def _extras(self, text: str) -> tuple[Card | None, ...]:
        piles = [self._pile(pile) for pile in self._split(text, "/", EXTRA_COUNT, "extra places")]
        if any(len(pile) > 1 for pile in piles):
            self._refuse("an extra place holds one card")
        return tuple([pile[0] if pile else None for pile in piles])

    def _check_counts(self, position: Position) -> None:
        if position.stock_count not in STOCK_SIZES:
            self._refuse(f"a stock of {position.stock_count} cards instead of 16, 9, 2 or 0")
        if position.stock_count and position.extras != (None, None):
            self._refuse("extra places are filled by the last deal only (R7)")
        deepest = min(STOCK_SIZES.index(position.stock_count) + 1, 3)
        if max(map(len, position.reserves)) > deepest:
            self._refuse(f"a reserve of more than {deepest} cards (R6, R7)")
        if not any(position.foundations):
            self._refuse("no foundation is open (R1)")

    def _check_cards(self, position: Position) -> None:
        cards = [card for pile in position.columns + position.reserves for card in pile]
        cards += [card for card in position.extras if card]
        cards += position.stock
        if len(set(cards)) != len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            self._refuse(f"{twice} is there twice")
        for suit, height in enumerate(position.foundations):
            played = _FOUNDATION_PILES[position.base_rank, suit, height]
            if not played.isdisjoint(cards):
                card = next(card for card in cards if card in played)
                self._refuse(f"{card} is on the table and on its foundation")
        total = len(cards) + position.unseen + position.foundation_cards
        if total != len(CARDS):
            self._refuse(f"{total} cards instead of 52")

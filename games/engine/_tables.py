"""A position as the sets and arrays that the kernel takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from games.engine.cards import CARDS, RANK_COUNT, Card
from games.engine.position import PILE_COUNT, Pile, Position

if TYPE_CHECKING:
    from games.engine._kernel import Layout, State
    from games.engine.loading import Kernel, Words

_SUIT_TO_SLOT: Final = (0, 2, 3, 1)  # the suits are C D H S, the kernel has black before red
_SLOT_TO_SUIT: Final = (0, 3, 1, 2)


def number_of(card: Card, base_rank: int) -> int:
    """Return the number by which the kernel calls a card, 0 to 51."""
    return 4 * ((card.rank - base_rank) % RANK_COUNT) + _SUIT_TO_SLOT[card.suit]


def card_of(number: int, base_rank: int) -> Card:
    """Return the card that the kernel calls `number`."""
    rank = (base_rank - 1 + number // 4) % RANK_COUNT
    return CARDS[_SLOT_TO_SUIT[number % 4] * RANK_COUNT + rank]


def tables_of(position: Position, kernel: Kernel) -> tuple[Layout, State]:
    """Return what the search needs to know of a position whose stock is not hidden."""
    tables = _Tables(position)
    layout = kernel.functions.Layout(
        kernel.words(tables.releases),
        kernel.words(tables.covers),
        kernel.words(tables.dealt),
        tables.bottoms,
        len(tables.dealt) - 1,
    )
    state = kernel.functions.State(
        tables.home, tables.built, tables.heading, tables.lying, tables.waiting, tables.buried, 0
    )
    return layout, state


def blockers_of(position: Position, kernel: Kernel) -> Words:
    """Return, by card, which cards over it must leave their places before it can leave its own.

    They are the heads of the runs over it in a column, or the cards over it in a reserve.
    """
    return kernel.words(_Tables(position).blockers)


class _Tables:
    """The fields of `Layout` and `State` in the making."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.built = self.heading = self.lying = self.buried = self.bottoms = 0
        self.releases = [0] * len(CARDS)
        self.covers = [0] * len(CARDS)
        self.blockers = [0] * len(CARDS)
        self.home = sum(
            1 << (4 * index + _SUIT_TO_SLOT[suit])
            for suit, height in enumerate(position.foundations)
            for index in range(height)
        )
        for column in position.columns:
            self._add_column(column)
        self.dealt = [self._set(card for pile in _singles(position) for card in pile)]
        self._add_stock(position.stock)
        self.waiting = self.dealt[-1]

    def _number(self, card: Card) -> int:
        return number_of(card, self._position.base_rank)

    def _set(self, cards: Iterable[Card]) -> int:
        return sum(1 << self._number(card) for card in cards)

    def _add_column(self, column: Pile) -> None:
        """Enter the cards of a column; each `lying` card buries the run that it lies on."""
        run: list[Card] = []
        for place, card in enumerate(column):
            if run and card.host_kind == run[-1].kind:
                self.built |= self._set([card])
            elif not run and card.rank == self._position.space_rank:
                self.heading |= self._set([card])
            else:
                self.lying |= self._set([card])
                self.releases[self._number(card)] = self._set(run)
                self.buried |= self._set(run)
                for under in column[:place]:
                    self.blockers[self._number(under)] |= self._set([card])
                self.bottoms |= 0 if place else self._set([card])
                run = []
            run.append(card)

    def _add_stock(self, stock: Sequence[Card]) -> None:
        """Enter the deals to come (R7), and what covers what in the reserves."""
        piles = _singles(self._position)
        while stock:
            is_last = len(stock) < PILE_COUNT
            places = range(PILE_COUNT, len(piles)) if is_last else range(PILE_COUNT)
            for place, card in zip(places, stock, strict=False):
                piles[place].append(card)
            stock = stock[len(places) :]
            self.dealt.append(self._set(card for pile in piles for card in pile))
        for pile in piles:
            for place, card in enumerate(pile):
                self.covers[self._number(card)] = self._set(pile[place + 1 :])
                self.blockers[self._number(card)] = self.covers[self._number(card)]


def _singles(position: Position) -> list[list[Card]]:
    """Return the reserves, then the extra places."""
    extras = [[card] if card else [] for card in position.extras]
    return [*map(list, position.reserves), *extras]

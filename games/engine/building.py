"""Which card goes where: on foundations (R2), on columns (R3, R4) and into spaces (R5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.cards import RANK_COUNT, Card
from games.engine.moves import EXTRAS, RESERVES, Place
from games.engine.position import Pile, Position


def fits_foundation(position: Position, card: Card) -> bool:
    """Tell whether `card` is the next one of its foundation (R2)."""
    return (card.rank - position.base_rank) % RANK_COUNT == position.foundations[card.suit]


def fits_column(position: Position, card: Card, column: Pile) -> bool:
    """Tell whether `column` takes `card`, or a run headed by it (R3, R5)."""
    if column:
        return card.host_kind == column[-1].kind
    return card.rank == position.space_rank


def run_length(column: Pile) -> int:
    """Return how many cards at the top of `column` are a run (R4); 0 for a space."""
    length = min(1, len(column))
    while length < len(column) and column[-length].host_kind == column[-length - 1].kind:
        length += 1
    return length


def single_cards(position: Position) -> Iterator[tuple[Place, Card]]:
    """Yield the available cards of the reserves and extra places, each with its place."""
    for place, reserve in zip(RESERVES, position.reserves, strict=True):
        if reserve:
            yield place, reserve[-1]
    for place, card in zip(EXTRAS, position.extras, strict=True):
        if card:
            yield place, card


class Hosts:
    """The columns by what they take: `fits_column`, found for all columns at once."""

    __slots__ = ("_by_kind", "_columns", "_space_rank", "_spaces")

    def __init__(self, columns: Sequence[Pile], space_rank: int) -> None:
        self._columns = columns
        self._space_rank = space_rank
        self._spaces: list[int] = []
        self._by_kind: dict[int, list[int]] = {}
        for index, column in enumerate(columns):
            if column:
                self._by_kind.setdefault(column[-1].kind, []).append(index)
            else:
                self._spaces.append(index)

    def of(self, card: Card) -> Sequence[int]:
        """Return the indexes of the columns that take `card`, or a run headed by it."""
        hosts = self._by_kind.get(card.host_kind, ())
        return [*hosts, *self._spaces] if card.rank == self._space_rank else hosts

    def column_moves(self, source: int) -> Iterator[tuple[int, int]]:
        """Yield target and number of cards of every move of column `source` to a column."""
        column = self._columns[source]
        for count in range(1, run_length(column) + 1):
            for target in self.of(column[-count]):
                if target != source:
                    yield target, count

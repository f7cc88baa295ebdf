"""The search that tells a lost game from one that only looks lost (R10)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from games.engine.building import Hosts, fits_foundation, run_length, single_cards
from games.engine.cards import Card
from games.engine.position import PILE_COUNT, Pile, Position

Columns = Sequence[Pile]

_KIND_COUNT: Final = 26


def is_stuck(position: Position) -> bool:
    """Tell whether no series of column-to-column moves makes another play legal.

    Other plays are those to a foundation and those from a reserve or extra place.

    Arrangements with the same `_outline` are tried once. That is exact as long as no run of an
    arrangement tried has all 26 kinds of card; should one have, the search starts again and tells
    apart all arrangements but for the order of columns.
    """
    for columns in _arrangements(position, _outline):
        if _leads_on(position, columns):
            return False
        if max(map(run_length, columns)) >= _KIND_COUNT:
            return not any(
                _leads_on(position, columns) for columns in _arrangements(position, frozenset)
            )
    return True


def _outline(columns: Columns) -> Hashable:
    """Return the cards at the bottom of columns, and those lying on a card that is no host.

    All other cards lie on a host, and on which of the two hosts of their kind does not matter.
    Take two arrangements of one outline, reached from one position.

    - A card that lies on no host has not moved yet, nor has any card under it, for such a pair
      is never built. So the same cards can be moved in both.
    - Both have as many spaces, and as many free hosts of each kind: those in the columns, less the
      cards that lie on one. So what can be moved to a host or to a space in one can be moved to
      such a host or space in the other, and the outlines stay equal; unless the only free host
      lies at the top of the moving run itself, which then has all 26 kinds.
    - For the same reason both let the same reserve and extra cards play to a column. A card that
      is next on its foundation and free in one arrangement is free in the other too, or what lies
      on it can be moved to its twin, with the same exception. `_leads_on` looks that move ahead.
    """
    blocked = frozenset(
        [
            card
            for column in columns
            for under, card in pairwise(column)
            if card.host_kind != under.kind
        ]
    )
    return frozenset([column[0] for column in columns if column]), blocked


def _arrangements(
    position: Position, told_apart_by: Callable[[Columns], Hashable]
) -> Iterator[Columns]:
    """Yield the columns as they are, then as column-to-column moves can arrange them."""
    seen = {told_apart_by(position.columns)}
    waiting: list[Columns] = [position.columns]
    while waiting:
        columns = waiting.pop()
        yield columns
        for moved in _moved(columns, position.space_rank):
            key = told_apart_by(moved)
            if key not in seen:
                seen.add(key)
                waiting.append(moved)


def _moved(columns: Columns, space_rank: int) -> Iterator[Columns]:
    hosts = Hosts(columns, space_rank)
    for source in range(PILE_COUNT):
        for target, count in hosts.column_moves(source):
            moved = list(columns)
            moved[target] = columns[target] + columns[source][-count:]
            moved[source] = columns[source][:-count]
            yield moved


def _leads_on(position: Position, columns: Columns) -> bool:
    """Tell whether another play is legal, be it after moving what lies on the card to play."""
    single = [card for _, card in single_cards(position)]
    tops = [column[-1] for column in columns if column]
    if any(fits_foundation(position, card) for card in (*single, *tops)):
        return True
    hosts = Hosts(columns, position.space_rank)
    return any(hosts.of(card) for card in single) or any(
        fits_foundation(position, card) for card in _cards_freed(columns, hosts)
    )


def _cards_freed(columns: Columns, hosts: Hosts) -> Iterator[Card]:
    """Yield the cards that one column-to-column move makes available."""
    for source, column in enumerate(columns):
        for _, count in hosts.column_moves(source):
            if count < len(column):
                yield column[-count - 1]

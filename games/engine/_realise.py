"""A line of the solver's moves, which name no hosts, as moves of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine._tables import card_of
from games.engine.building import fits_column
from games.engine.cards import Card
from games.engine.errors import IllegalMove
from games.engine.moves import (
    BETWEEN_COLUMNS,
    COLUMNS,
    DEAL,
    EXTRAS,
    RESERVES,
    TO_COLUMN,
    TO_FOUNDATION,
    Move,
    Place,
)
from games.engine.position import Pile, Position
from games.engine.rules import is_won, play

_HOME, _BUILD, _HEAD, _DEAL = range(4)  # as the kernel numbers them


def realised(position: Position, line: Iterable[int]) -> tuple[Move, ...] | None:
    """Return moves that play the kernel's winning `line` from `position`, each one legal.

    Returns None if they do not win, or if a run would have to be built on itself, for which it
    must have cards of all 26 kinds.
    """
    try:
        position, moves = _played(position, line)
    except (IllegalMove, LookupError):
        return None
    return moves if is_won(position) else None


def is_playable(position: Position, line: Iterable[int]) -> bool:
    """Tell whether the kernel's moves can be made as moves of the game."""
    try:
        _played(position, line)
    except (IllegalMove, LookupError):
        return False
    return True


def _played(position: Position, line: Iterable[int]) -> tuple[Position, tuple[Move, ...]]:
    """Raises IllegalMove and LookupError."""
    moves: list[Move] = []
    for step in line:
        for move in moves_of(position, step):
            position = play(position, move)
            moves.append(move)
    return position, tuple(moves)


def moves_of(position: Position, step: int) -> Iterator[Move]:
    """Yield the move of a step, after the move that makes room for it, if need be."""
    kind, number = divmod(step, 64)
    if kind == _DEAL:
        yield DEAL
        return
    card = card_of(number, position.base_rank)
    place, above = find(position, card)
    if kind != _HOME:
        target = _host(position, card, place, is_space=kind == _HEAD)
        yield to_column(place, target, above + 1)
        return
    if above:
        run_head = position.columns[place.pile][-above]
        yield to_column(place, _host(position, run_head, place, is_space=False), above)
    yield TO_FOUNDATION[place]


def cards_at(position: Position, place: Place) -> Pile:
    """Return the cards of a column, a reserve or an extra place, bottom to top."""
    if place.letter == "x":
        card = position.extras[place.pile]
        return (card,) if card else ()
    return (position.columns if place.letter == "t" else position.reserves)[place.pile]


def find(position: Position, card: Card) -> tuple[Place, int]:
    """Return where a card lies and how many cards lie on it. Raises LookupError."""
    for place in (*COLUMNS, *RESERVES, *EXTRAS):
        pile = cards_at(position, place)
        if card in pile:
            return place, len(pile) - 1 - pile.index(card)
    raise LookupError(card)


def _host(position: Position, card: Card, source: Place, *, is_space: bool) -> int:
    """Return the index of a column that takes a card of `source`. Raises LookupError."""
    for place, column in zip(COLUMNS, position.columns, strict=True):
        if bool(column) != is_space and place != source and fits_column(position, card, column):
            return place.pile
    raise LookupError(card)


def to_column(source: Place, target: int, count: int) -> Move:
    if source.letter == "t":
        return BETWEEN_COLUMNS[source.pile][target][count]
    return TO_COLUMN[source, COLUMNS[target]]

"""Leaving out of a winning line the moves that it does not need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine._realise import cards_at, find, to_column
from games.engine.building import fits_column, fits_foundation, run_length
from games.engine.cards import Card
from games.engine.moves import COLUMNS, DEAL, TO_FOUNDATION, Move
from games.engine.position import Position
from games.engine.rules import is_won, play

# A move left out can make moves shortly before it needless, which is looked into again.
_STEPS_BACK = 12


class _Intent(NamedTuple):
    """What a move is for, wherever its cards lie by then.

    `card` and what lies on it go home or on a host, best on `host`, or into a space when `host` is
    None. A deal has no card.
    """

    card: Card | None
    host: Card | None
    is_home: bool

    @property
    def is_to_column(self) -> bool:
        return self.card is not None and not self.is_home


def shortened(position: Position, line: Sequence[Move]) -> tuple[Move, ...]:
    """Return a winning line no longer than the winning `line`.

    Does without each move into a column in turn, if the others still win when each is put off
    until it is legal.
    """
    best = tuple(line)
    intents = _intents(position, best)
    place = 0
    while place < len(intents):
        fewer = intents[:place] + intents[place + 1 :]
        shorter = _replayed(position, fewer) if intents[place].is_to_column else None
        if shorter is None:
            place += 1
        else:
            best, intents = shorter, _intents(position, shorter)
            place = max(0, place - _STEPS_BACK)
    return best


def _intents(position: Position, line: Sequence[Move]) -> list[_Intent]:
    intents = []
    for move in line:
        intents.append(_intent(position, move))
        position = play(position, move)
    return intents


def _intent(position: Position, move: Move) -> _Intent:
    if move == DEAL:
        return _Intent(None, None, is_home=False)
    card = cards_at(position, move.source)[-move.count]
    if move.target.letter == "f":
        return _Intent(card, None, is_home=True)
    column = position.columns[move.target.pile]
    return _Intent(card, column[-1] if column else None, is_home=False)


def _replayed(position: Position, intents: list[_Intent]) -> tuple[Move, ...] | None:
    """Return a line of all `intents`, each time the first that is legal; None if they get stuck.

    A deal is never made before an intent that came before it.
    """
    moves: list[Move] = []
    waiting = list(intents)
    while waiting:
        for place, intent in enumerate(waiting):
            move = _move_for(position, intent)
            if move == DEAL and place:
                return None
            if move:
                position = play(position, move)
                moves.append(move)
                del waiting[place]
                break
        else:
            return None
    return tuple(moves) if is_won(position) else None


def _move_for(position: Position, intent: _Intent) -> Move | None:
    """Return the legal move that does what is intended, if there is one now."""
    card, host, is_home = intent
    if card is None:
        return DEAL
    try:
        place, above = find(position, card)
    except LookupError:
        return None
    if is_home:
        is_legal = not above and fits_foundation(position, card)
        return TO_FOUNDATION[place] if is_legal else None
    if above and (place.letter != "t" or above >= run_length(position.columns[place.pile])):
        return None
    targets = [
        column.pile
        for column, pile in zip(COLUMNS, position.columns, strict=True)
        if column != place and bool(pile) == bool(host) and fits_column(position, card, pile)
    ]
    best = min(targets, key=lambda pile: position.columns[pile][-1:] != (host,), default=None)
    return None if best is None else to_column(place, best, above + 1)

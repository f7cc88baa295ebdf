"""The judge: what is legal, what follows from it, and when the game is over (R1 to R10)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeVar

from games.engine.building import Hosts, fits_column, fits_foundation, run_length, single_cards
from games.engine.cards import CARDS, SUITS, Card, Deck
from games.engine.errors import IllegalMove
from games.engine.moves import (
    BETWEEN_COLUMNS,
    COLUMNS,
    DEAL,
    TO_COLUMN,
    TO_FOUNDATION,
    Move,
    Place,
)
from games.engine.position import PILE_COUNT, Pile, Position
from games.engine.stuck import is_stuck

RULES_VERSION: Final = 1

_T = TypeVar("_T")


class Status(StrEnum):
    """How a game stands. Conceding is a matter of the record; no position shows it."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    CONCEDED = "conceded"


def opening(deck: Deck) -> Position:
    """Return the position after the cards of `deck` are dealt (R1)."""
    first, *rest = deck
    cards = iter(rest)
    columns = tuple(tuple(next(cards) for _ in range(size)) for size in range(1, PILE_COUNT + 1))
    reserves = tuple((next(cards),) for _ in range(PILE_COUNT))
    foundations = tuple(int(suit == first.suit) for suit in range(len(SUITS)))
    return Position(first.rank, foundations, columns, reserves, (None, None), tuple(cards))


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Return the legal moves: the deal, then those of columns, reserves and extra places.

    Sources come from left to right; each plays to its foundation first, then to columns. `deal`
    is legal on a hidden stock too, although `play` cannot tell its outcome.
    """
    moves = [DEAL] if position.stock_count else []
    hosts = Hosts(position.columns, position.space_rank)
    for source, column in enumerate(position.columns):
        if column and fits_foundation(position, column[-1]):
            moves.append(TO_FOUNDATION[COLUMNS[source]])
        moves += [
            BETWEEN_COLUMNS[source][target][count] for target, count in hosts.column_moves(source)
        ]
    for place, card in single_cards(position):
        if fits_foundation(position, card):
            moves.append(TO_FOUNDATION[place])
        moves += [TO_COLUMN[place, COLUMNS[target]] for target in hosts.of(card)]
    return tuple(moves)


def play(position: Position, move: Move) -> Position:
    """Return the position after `move`. Raises IllegalMove unless it is one of `legal_moves`.

    A deal from a hidden stock is refused too: nobody can tell which cards it puts down.
    """
    reason = _refusal(position, move)
    if reason is not None:
        raise IllegalMove(str(move), position, reason)
    return _dealt(position) if move == DEAL else _moved(position, move)


def is_won(position: Position) -> bool:
    """Tell whether all 52 cards are on the foundations (R9)."""
    return position.foundation_cards == len(CARDS)


def is_lost(position: Position) -> bool:
    """Tell whether the game is lost, exactly (R10)."""
    return not position.stock_count and not is_won(position) and is_stuck(position)


def status(position: Position) -> Status:
    """Return PLAYING, WON or LOST."""
    if is_won(position):
        return Status.WON
    return Status.LOST if is_lost(position) else Status.PLAYING


def _cards_at(position: Position, place: Place) -> Pile:
    if place.letter == "t":
        return position.columns[place.pile]
    if place.letter == "r":
        return position.reserves[place.pile]
    card = position.extras[place.pile]
    return (card,) if card else ()


def _refusal(position: Position, move: Move) -> str | None:
    """Return why `move` may not be played, None if it may.

    Looks at the one move only, which is cheaper than `move in legal_moves(position)` and tells
    the same.
    """
    if move == DEAL:
        return _deal_refusal(position)
    pile = _cards_at(position, move.source)
    if len(pile) < move.count:
        return f"{move.source} holds {len(pile)} cards"
    if move.count > 1 and move.count > run_length(pile):
        return f"the {move.count} cards at the top of {move.source} are not a run (R4)"
    if move.source == move.target:
        return "source and target are the same column"
    return _target_refusal(position, pile[-move.count], move.target)


def _deal_refusal(position: Position) -> str | None:
    if position.unseen:
        return "the stock is hidden, so its cards cannot be dealt"
    return None if position.stock else "the stock is gone (R7)"


def _target_refusal(position: Position, card: Card, target: Place) -> str | None:
    if target.letter == "f":
        return None if fits_foundation(position, card) else f"{card} is not next (R2)"
    column = position.columns[target.pile]
    if fits_column(position, card, column):
        return None
    if column:
        return f"{card} does not go on {column[-1]} (R3)"
    return f"a space takes {position.space_rank_text}, not {card} (R5)"


def _dealt(position: Position) -> Position:
    """Return the position after a deal of seven cards, or of the last two (R7)."""
    reserves, extras = position.reserves, position.extras
    dealt, stock = position.stock[:PILE_COUNT], position.stock[PILE_COUNT:]
    if len(dealt) == PILE_COUNT:
        reserves = tuple([(*reserve, card) for reserve, card in zip(reserves, dealt, strict=True)])
    else:
        extras = dealt
    return Position(
        position.base_rank, position.foundations, position.columns, reserves, extras, stock
    )


def _moved(position: Position, move: Move) -> Position:
    """Return the position after a legal move other than a deal."""
    (letter, source), (_, target) = move.source, move.target
    columns, reserves, extras = position.columns, position.reserves, position.extras
    foundations = position.foundations
    cards = _cards_at(position, move.source)[-move.count :]
    if letter == "t":
        columns = _with(columns, source, columns[source][: -move.count])
    elif letter == "r":
        reserves = _with(reserves, source, reserves[source][:-1])
    else:
        extras = _with(extras, source, None)
    if move.target.letter == "f":
        suit = cards[0].suit
        foundations = _with(foundations, suit, foundations[suit] + 1)
    else:
        columns = _with(columns, target, columns[target] + cards)
    return Position(
        position.base_rank,
        foundations,
        columns,
        reserves,
        extras,
        position.stock,
        position.unseen,
    )


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])

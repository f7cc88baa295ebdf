"""Blind play: games played by chance and a simple greed, to tell how kind a deal is.

Every playout follows three habits of a hasty player. A card goes to its foundation when nothing
can need it any more. Else a play by chance that gets on: any other play to a foundation, from a
reserve or an extra place, or of a whole run that uncovers a card. When there is none, a deal.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.building import run_length
from games.engine.cards import RANK_COUNT
from games.engine.moves import DEAL, FOUNDATION, Move
from games.engine.rules import is_won, legal_moves, opening, play

if TYPE_CHECKING:
    from games.engine.cards import Card, Deck
    from games.engine.position import Position

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)
_OTHER_COLOUR = {
    _CLUBS: (_DIAMONDS, _HEARTS),
    _DIAMONDS: (_CLUBS, _SPADES),
    _HEARTS: (_CLUBS, _SPADES),
    _SPADES: (_DIAMONDS, _HEARTS),
}


def blind_wins(deck: Deck, tries: int) -> int:
    """Return how many of some playouts win a deck; the same number on every machine."""
    rng = Random(str(deck))  # noqa: S311  (it must be the same again)
    start = opening(deck)
    return sum(_is_won_blindly(start, rng) for _ in range(tries))


def _is_won_blindly(position: Position, rng: Random) -> bool:
    while move := _next(position, rng):
        position = play(position, move)
    return is_won(position)


def _next(position: Position, rng: Random) -> Move | None:
    moves = legal_moves(position)
    home = [move for move in moves if move.target == FOUNDATION]
    for move in home:
        if _is_safe(position, _top(position, move)):
            return move
    gains = home + [move for move in moves if _gets_on(position, move)]
    if gains:
        return rng.choice(gains)
    return DEAL if position.stock_count else None


def _is_safe(position: Position, card: Card | None) -> bool:
    """Tell whether both cards that could be built on `card` have gone home; a base card is safe.

    The cards below a base card are the last of their foundations, and find a space.
    """
    if card is None:
        return False
    height = (card.rank - position.base_rank) % RANK_COUNT
    return all(position.foundations[suit] >= height for suit in _OTHER_COLOUR[card.suit])


def _top(position: Position, move: Move) -> Card | None:
    letter, pile = move.source
    if letter == "x":
        return position.extras[pile]
    return (position.columns if letter == "t" else position.reserves)[pile][-1]


def _gets_on(position: Position, move: Move) -> bool:
    """Tell whether a play between piles uncovers a card, or empties a column or a place."""
    if move == DEAL or move.target == FOUNDATION:
        return False
    if move.source.letter != "t":
        return True
    column = position.columns[move.source.pile]
    is_pointless = move.count == len(column) and not position.columns[move.target.pile]  # R8
    return move.count == run_length(column) and not is_pointless

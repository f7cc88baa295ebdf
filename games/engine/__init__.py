"""The rules of Agnes Bernauer as values and pure functions: no Django, no input or output.

>>> from games.engine import Deck, Move, legal_moves, opening, play
>>> deck = Deck.parse(
...     "JS TC QH TD 3C KH 7D QC TH 6C 4H KS 5S 3D JD 8S 9S 9D 2S AS KC QS 7H 8D KD AH "
...     "9H JC 8H 4C 6D 2D 5D 6S AC 2H 4S 2C 7S 7C AD QD 3S 5H 3H 6H 8C 4D 5C TS JH 9C"
... )
>>> position = opening(deck)
>>> [str(move) for move in legal_moves(position)]
['deal', 't3-t5', 't6-f', 'r5-t3']
>>> print(play(position, Move.parse("t6-f")).hidden())
J 0.0.0.2 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKC/7H8DKDAH9HJC8H 4C/6D/2D/5D/6S/AC/2H -/- ?16
"""

from __future__ import annotations

from games.engine.cards import Card, Deck
from games.engine.deals import SHUFFLE_VERSION, commitment, deck_of
from games.engine.errors import IllegalMove, InvalidNotation
from games.engine.glance import glance
from games.engine.moves import DEAL, Move
from games.engine.perft import perft
from games.engine.position import Position, hidden_text
from games.engine.record import (
    Action,
    Attempt,
    Command,
    fold,
    parse_action,
    parse_history,
    replay,
    walk,
)
from games.engine.rules import (
    RULES_VERSION,
    Status,
    is_lost,
    is_won,
    legal_moves,
    opening,
    play,
    status,
)

__all__ = [
    "DEAL",
    "RULES_VERSION",
    "SHUFFLE_VERSION",
    "Action",
    "Attempt",
    "Card",
    "Command",
    "Deck",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Position",
    "Status",
    "commitment",
    "deck_of",
    "fold",
    "glance",
    "hidden_text",
    "is_lost",
    "is_won",
    "legal_moves",
    "opening",
    "parse_action",
    "parse_history",
    "perft",
    "play",
    "replay",
    "status",
    "walk",
]

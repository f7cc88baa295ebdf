"""Everything that reads a text from outside, and what it may answer: a value, or its own refusal.

Each takes bytes and raises only when something is wrong with the reader. What is read and written
again has to be the same text, or to be read as the same value.
"""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING

from django.core.exceptions import EmptyResultSet
from rest_framework.exceptions import ParseError

from accounts.errors import Refused
from agnes_site.wire import MAX_BODY, JsonParser
from games.engine import Deck, Move, Position, legal_moves, parse_history, play, replay
from games.engine.errors import IllegalMove, InvalidNotation
from games.engine.scoresheet import ScoreSheet
from games.engine.verify import sheet_checks, verdict
from games.models import Game
from games.selectors.keyset import Listing

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_MOVES = 3
_CURSORS: Listing[Game] = Listing(Game.objects.none, ("-finished_at", "id"))


def text_of(data: bytes) -> str:
    """A text of any characters, lone surrogates as well."""
    return data.decode("utf-8", "surrogateescape")


def card_texts(data: bytes) -> None:
    """A deck: 52 different cards or none."""
    with suppress(InvalidNotation):
        deck = Deck.parse(text_of(data))
        assert Deck.parse(str(deck)) == deck


def moves(data: bytes) -> None:
    """A move, written again as it was read."""
    with suppress(InvalidNotation):
        text = text_of(data)
        assert str(Move.parse(text)) == text


def positions(data: bytes) -> None:
    """A position, written again as it was read, in which every legal move can be played."""
    with suppress(InvalidNotation):
        text = text_of(data)
        position = Position.parse(text)
        assert str(position) == text
        if "?" not in text:
            for move in legal_moves(position)[:MOST_MOVES]:
                play(position, move)


def histories(data: bytes) -> None:
    """A deck, a line, and the actions of a history."""
    head, _, tail = text_of(data).partition("\n")
    with suppress(InvalidNotation, IllegalMove):
        attempt = replay(Deck.parse(head), parse_history(tail))
        assert attempt.ply == len(tail.split())


def records(data: bytes) -> None:
    """A record, and what it claims."""
    with suppress(InvalidNotation, IllegalMove):
        sheet = ScoreSheet.parse(text_of(data))
        assert ScoreSheet.parse(str(sheet)) == sheet
        verdict(list(sheet_checks(sheet)))


def cursors(data: bytes) -> None:
    """A cursor of two columns of different kinds; it leads to no rows, so nothing is asked."""
    with suppress(Refused, EmptyResultSet):
        _CURSORS.page(cursor=text_of(data), limit=1)


def bodies(data: bytes) -> None:
    """A body of the API: what is read can be kept by any database and be sent again."""
    with suppress(ParseError, Refused):
        value = JsonParser().parse(io.BytesIO(data))
        assert len(data) <= MAX_BODY
        assert "\0" not in repr(value)
        repr(value).encode()


TARGETS: dict[str, Callable[[bytes], None]] = {
    "deck": card_texts,
    "move": moves,
    "position": positions,
    "history": histories,
    "record": records,
    "cursor": cursors,
    "body": bodies,
}
_DECK = (
    "JS TC QH TD 3C KH 7D QC TH 6C 4H KS 5S 3D JD 8S 9S 9D 2S AS KC QS 7H 8D KD AH "
    "9H JC 8H 4C 6D 2D 5D 6S AC 2H 4S 2C 7S 7C AD QD 3S 5H 3H 6H 8C 4D 5C TS JH 9C"
)
_POSITION = (
    "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H "
    "4C/6D/2D/5D/6S/AC/2H -/- "
)
SEEDS: dict[str, list[bytes]] = {
    "deck": [_DECK.encode(), _DECK.replace(" ", "").encode()],
    "move": [b"deal", b"t1-t4:3", b"x1-f", b"r7-t2"],
    "position": [
        f"{_POSITION}?16".encode(),
        f"{_POSITION}4S2C7S7CADQD3S5H3H6H8C4D5CTSJH9C".encode(),
    ],
    "history": [f"{_DECK}\nt6-f t3-t5 undo deal concede".encode()],
    "record": [f'[Game "Agnes Bernauer"]\n[Rules "1"]\n[Deck "{_DECK}"]\n\nt6-f deal\n'.encode()],
    "cursor": [b"WyJuIiwiMjAyNi0xMS0zMFQwMDowMDowMFoiLCIxIl0"],
    "body": [b'{"ply": 0, "moves": ["deal", "undo"]}', b'{"a": [[{"b": "\\u00e9"}]]}'],
}

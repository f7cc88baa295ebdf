"""Moves, with their exact text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.engine.errors import InvalidNotation

_MOST_CARDS: Final = 99
_SYNTAX: Final = (
    "a move is deal, or a source (t1-t7, r1-r7, x1, x2), a hyphen and a target (t1-t7, f), "
    "and between two columns :n for n cards, from :2 to :99"
)


class Place(NamedTuple):
    """Where cards lie. `letter` as in the text of moves, `pile` 0-based (0 for "f")."""

    letter: str
    pile: int

    def __str__(self) -> str:
        return "f" if self.letter == "f" else f"{self.letter}{self.pile + 1}"


COLUMNS: Final = tuple(Place("t", index) for index in range(7))
RESERVES: Final = tuple(Place("r", index) for index in range(7))
EXTRAS: Final = tuple(Place("x", index) for index in range(2))
FOUNDATION: Final = Place("f", 0)
STOCK: Final = Place("stock", 0)


@dataclass(frozen=True, slots=True)
class Move:
    """`count` cards from the top of `source` go to `target`; or the one move DEAL (R7)."""

    source: Place
    target: Place
    count: int = 1
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        number = f":{self.count}" if self.count > 1 else ""
        text = "deal" if self.source == STOCK else f"{self.source}-{self.target}{number}"
        object.__setattr__(self, "text", text)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move of a text such as "r5-t2", "t1-t4:3" or "deal".

        Raises InvalidNotation. A move between a column and itself is well formed, never legal.
        """
        try:
            return _MOVES[text]
        except KeyError:
            raise InvalidNotation(text, _SYNTAX, "move") from None

    def __str__(self) -> str:
        return self.text


DEAL: Final = Move(STOCK, STOCK)

# Every move there is, made once: the rules hand them out by source, target and count.
TO_FOUNDATION: Final = {
    source: Move(source, FOUNDATION) for source in (*COLUMNS, *RESERVES, *EXTRAS)
}
TO_COLUMN: Final = {
    (source, target): Move(source, target) for source in (*RESERVES, *EXTRAS) for target in COLUMNS
}
# By indexes of the two columns and the count; the count 0 only fills its place.
BETWEEN_COLUMNS: Final = [
    [[Move(source, target, count) for count in range(_MOST_CARDS + 1)] for target in COLUMNS]
    for source in COLUMNS
]
_MOVES: Final = {
    move.text: move
    for move in (
        DEAL,
        *TO_FOUNDATION.values(),
        *TO_COLUMN.values(),
        *(move for row in BETWEEN_COLUMNS for moves in row for move in moves[1:]),
    )
}

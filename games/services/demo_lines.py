"""Lines of play for the demo: some that win, found by a quick search, and some that do not."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from games.engine import DEAL, Command, Status, is_won, legal_moves, opening, play, status
from games.engine.building import fits_foundation
from games.engine.moves import FOUNDATION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from games.engine import Action, Deck, Move, Position

Line = tuple["Move", ...]

LINES = 3
_LONGEST_LOSS = 200


class Taste(NamedTuple):
    """What one search thinks a position is worth: a weight for each thing that it looks at."""

    foundation_card: float
    built_card: float
    stock_card: float
    card_in_the_way: float
    space: float

    @classmethod
    def drawn(cls, rng: Random) -> Taste:
        """A taste near those that win often, so that searches find different lines."""
        return cls(
            rng.uniform(1, 4),
            rng.uniform(0.5, 2),
            rng.uniform(0, 2),
            rng.uniform(0.5, 3),
            rng.uniform(0, 5),
        )

    def worth(self, position: Position) -> float:
        built = sum(
            card.host_kind == under.kind
            for column in position.columns
            for under, card in pairwise(column)
        )
        in_the_way = sum(
            len(pile) - 1 - depth
            for pile in (*position.columns, *position.reserves)
            for depth, card in enumerate(pile)
            if fits_foundation(position, card)
        )
        return (
            self.foundation_card * position.foundation_cards
            + self.built_card * built
            + self.stock_card * position.stock_count
            - self.card_in_the_way * in_the_way
            + self.space * position.columns.count(())
        )


def winning_lines(deck: Deck, rng: Random, *, tries: int) -> list[Line]:
    """Return up to three lines that win the deal, found in `tries` searches; it may be none."""
    found: list[Line] = []
    for _ in range(tries):
        line = _best_first(deck, Taste.drawn(rng))
        if line:
            found.append(line)
        if len(found) == LINES:
            break
    return found


def _best_first(deck: Deck, taste: Taste, budget: int = 1000) -> Line | None:
    """Follow the position of most worth first, and give up after `budget` of them."""
    waiting: list[tuple[float, int, Position, Line]] = [(0.0, 0, opening(deck), ())]
    seen: set[object] = set()
    for _ in range(budget):
        if not waiting:
            break
        _, _, position, line = heappop(waiting)
        for move in legal_moves(position):
            after = play(position, move)
            if is_won(after):
                return (*line, move)
            key = (frozenset(after.columns), after.reserves, after.extras, after.foundations)
            if key not in seen:
                seen.add(key)
                # Of equal worth the newest goes first; its number also keeps the rest from
                # being compared.
                heappush(waiting, (-taste.worth(after), -len(seen), after, (*line, move)))
    return None


def hasty_line(deck: Deck, rng: Random) -> Line:
    """Return a line played without much thought; most such lines end lost."""
    position = opening(deck)
    line: Line = ()
    while status(position) is Status.PLAYING and len(line) < _LONGEST_LOSS:
        moves = legal_moves(position)
        quick = [move for move in moves if move.target == FOUNDATION or move.source.letter != "t"]
        move = rng.choice(quick or moves)
        position, line = play(position, move), (*line, move)
    return line


def with_detours(deck: Deck, line: Sequence[Move], rng: Random, often: float) -> Iterator[Action]:
    """Yield the moves of a line, before some of them another that is taken back at once.

    `often` is the chance of a detour before a move. A deal is no detour: it stays (R12).
    """
    position = opening(deck)
    for move in line:
        others = [other for other in legal_moves(position) if other not in (DEAL, move)]
        if others and rng.random() < often:
            yield rng.choice(others)
            yield Command.UNDO
        yield move
        position = play(position, move)

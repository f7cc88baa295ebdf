"""Lines of play for the demo: some that win, found by a search, and some that do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import DEAL, Command, Status, legal_moves, opening, play, status
from games.engine.moves import FOUNDATION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from games.engine import Action, Deck, Move

Line = tuple["Move", ...]

# Each winning line goes its own way after so many moves of chance.
_MOVES_OF_CHANCE = (0, 3, 6)
_BUDGET = 20_000
_LONGEST_LOSS = 200


def winning_lines(deck: Deck, rng: Random, known: Line = ()) -> list[Line]:
    """Return lines that win the deal: the one known, if any, and those of up to three searches.

    A deal may be won and yet take a search more than is spent on it here.
    """
    found = [_winning_line(deck, rng, moves) for moves in _MOVES_OF_CHANCE]
    return [line for line in (known, *found) if line]


def _winning_line(deck: Deck, rng: Random, moves_of_chance: int) -> Line:
    from games.engine.solver import solve

    position = opening(deck)
    start: Line = ()
    while len(start) < moves_of_chance and status(position) is Status.PLAYING:
        move = rng.choice(legal_moves(position))
        position, start = play(position, move), (*start, move)
    solution = solve(position, _BUDGET)
    return () if solution.line is None else (*start, *solution.line)


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

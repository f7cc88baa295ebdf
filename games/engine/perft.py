"""Counting the lines of play, to hold another implementation of the rules to this one."""

from __future__ import annotations

from games.engine.position import Position
from games.engine.rules import legal_moves, play


def perft(position: Position, depth: int) -> int:
    """Return how many lines of exactly `depth` legal moves start at `position`.

    Lines that reach one position in different orders count apart. Raises IllegalMove where a line
    goes on after dealing from a hidden stock.
    """
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)

"""The engine beside python-chess, doing the like, for `bench.engine`: JSON on stdout.

One step of a game: play a move given as text, list the legal moves, write the position out. Here
`Move.parse`, `play`, `legal_moves`, the texts of both; there `push_uci`, `legal_moves`, `fen`.
A different game with different rules: it says what pure Python of that care takes, no more.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import chess  # type: ignore[import-not-found]  # in the environment of the peers alone

from games.engine import Deck, Move, Position, legal_moves, opening, play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VECTORS = Path(__file__).parents[1] / "games" / "tests" / "vectors" / "deals.json"
# The first forty half-moves of a closed Spanish.
_CHESS = (
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 "
    "b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 a1c1 c7b7 d2f1 f8e8 "
    "f1g3 e7f8 d4d5 c6b4"
)


class Row(NamedTuple):
    """What a step takes, in microseconds: over all positions, and at the median one."""

    name: str
    median_us: float
    mean_us: float
    moves: float


def measure(rounds: int, repeats: int) -> list[Row]:
    """Time both in turn."""
    ours, theirs = list(_our_steps()), list(_chess_steps())
    times = [(_timed(ours, repeats), _timed(theirs, repeats)) for _ in range(rounds)]
    return [
        _row("games.engine", [pair[0] for pair in times], _our_moves(ours)),
        _row("python-chess", [pair[1] for pair in times], _chess_moves()),
    ]


def _our_steps() -> Any:
    """Every position of the won lines of `deals.json`, with the text of the move played there."""
    for row in json.loads(VECTORS.read_text()):
        if row["verdict"] == "won":
            position = opening(Deck.parse(row["deck"]))
            for text in row["line"].split():
                yield _OurStep(position, text)
                position = play(position, Move.parse(text))


class _OurStep(NamedTuple):
    position: Position
    move: str

    def __call__(self) -> tuple[list[str], str]:
        after = play(self.position, Move.parse(self.move))
        return [str(move) for move in legal_moves(after)], str(after)


def _our_moves(steps: Sequence[_OurStep]) -> list[int]:
    return [len(legal_moves(step.position)) for step in steps]


class _ChessStep(NamedTuple):
    board: chess.Board
    move: str

    def __call__(self) -> tuple[list[str], str]:
        self.board.push_uci(self.move)
        found = [move.uci() for move in self.board.legal_moves], self.board.fen()
        self.board.pop()
        return found


def _chess_steps() -> Any:
    board = chess.Board()
    for move in _CHESS.split():
        yield _ChessStep(board.copy(), move)
        board.push_uci(move)


def _chess_moves() -> list[int]:
    return [step.board.legal_moves.count() for step in _chess_steps()]


def _timed(steps: Sequence[Callable[[], object]], repeats: int) -> list[float]:
    """Microseconds of each step, the best of some repeats."""
    return [min(_once(step) for _ in range(repeats)) * 1e6 for step in steps]


def _once(step: Callable[[], object]) -> float:
    begin = time.perf_counter()
    step()
    return time.perf_counter() - begin


def _row(name: str, rounds: Sequence[Sequence[float]], moves: Sequence[int]) -> Row:
    best = [min(times) for times in zip(*rounds, strict=True)]
    return Row(name, median(best), sum(best) / len(best), sum(moves) / len(moves))


if __name__ == "__main__":
    json.dump([row._asdict() for row in measure(*map(int, sys.argv[1:]))], sys.stdout)

"""Which moves of a position keep a win, and which throw it away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from games.engine.moves import DEAL, FOUNDATION, Move
from games.engine.rules import legal_moves, play

if TYPE_CHECKING:
    from games.engine.position import Position
    from games.engine.solver import Solution

Verdict = Literal["winnable", "lost", "unknown"]
Line = tuple[Move, ...]
Search = Callable[["Position", int], "Solution"]

_SEVERAL: Final = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of a position and of each of its legal moves.

    `line` wins from the position on and is None unless `verdict` is "winnable". `nodes` counts
    what was searched for the verdict; the moves may have taken more.
    """

    verdict: Verdict
    line: Line | None
    keeps: Line
    loses: Line
    undecided: Line
    nodes: int

    @property
    def move(self) -> Move | None:
        """The first move of the line."""
        return self.line[0] if self.line else None

    @property
    def is_critical(self) -> bool:
        """Tell whether at most half of three or more moves keep the win, all being decided.

        So it is with about one winnable position in seventy: Agnes forgives a lot.
        """
        is_decided = self.verdict == "winnable" and not self.undecided
        moves = len(self.keeps) + len(self.loses)
        return is_decided and moves >= _SEVERAL and len(self.loses) >= len(self.keeps)


@dataclass
class Knowledge:
    """What is known of some positions, and how many nodes may be spent on knowing more.

    `wins` holds a line for each position that is known to be won by it.
    """

    search: Search
    nodes_left: int
    wins: dict[Position, Line] = field(default_factory=dict)
    losses: set[Position] = field(default_factory=set)

    def note_line(self, position: Position, line: Sequence[Move]) -> None:
        """Note a line that wins, for every position on it that has none. Raises IllegalMove."""
        lines: dict[Position, Line] = {}
        for index, move in enumerate(line):
            lines[position] = tuple(line[index:])
            position = play(position, move)
        self.wins = {**lines, position: (), **self.wins}

    def verdict(self, position: Position, budget: int) -> Verdict:
        """Return what is known of a position, after a search if it was nothing."""
        if position not in self.wins and position not in self.losses and budget > 0:
            solution = self.search(position, budget)
            self.nodes_left -= solution.nodes
            if solution.line is not None:
                self.note_line(position, solution.line)
            elif solution.verdict == "lost":
                self.losses.add(position)
        if position in self.wins:
            return "winnable"
        return "lost" if position in self.losses else "unknown"


def advise(position: Position, knowledge: Knowledge) -> Hint:
    """Return the hint for a position with a legal move, its stock not hidden.

    Half of the nodes that are left may go into the position itself, and all the rest into what its
    moves lead to: each gets an equal share of what the ones before it have left over.
    """
    budget = knowledge.nodes_left
    verdict = knowledge.verdict(position, budget // 2)
    nodes = budget - knowledge.nodes_left
    moves = legal_moves(position)
    if verdict == "lost":
        return Hint("lost", None, (), moves, (), nodes)
    known = _verdicts(position, moves, knowledge)
    if verdict == "unknown":
        verdict, nodes = _concluded(known), budget - knowledge.nodes_left
    groups = {
        wanted: tuple([move for move in moves if known[move] == wanted])
        for wanted in ("winnable", "lost", "unknown")
    }
    line = knowledge.wins.get(position)
    return Hint(verdict, line, groups["winnable"], groups["lost"], groups["unknown"], nodes)


def _verdicts(position: Position, moves: Line, knowledge: Knowledge) -> dict[Move, Verdict]:
    """Return what each move leads to, most promising moves searched first."""
    after = {move: play(position, move) for move in moves}
    taken_back = [move for move in moves if _can_be_taken_back(move, after[move])]
    others = sorted((move for move in moves if move not in taken_back), key=_promise)
    known: dict[Move, Verdict] = {}
    for index, move in enumerate(others):
        share = knowledge.nodes_left // (len(others) - index)
        known[move] = knowledge.verdict(after[move], share)
        if known[move] == "winnable" and position not in knowledge.wins:
            knowledge.wins[position] = (move, *knowledge.wins[after[move]])
    # What can be taken back costs a move, never a win.
    same: Verdict = "winnable" if position in knowledge.wins else "unknown"
    return {**known, **dict.fromkeys(taken_back, same)}


def _can_be_taken_back(move: Move, after: Position) -> bool:
    between_columns = move.source.letter == move.target.letter == "t"
    return between_columns and Move(move.target, move.source, move.count) in legal_moves(after)


def _promise(move: Move) -> int:
    """Foundation plays first, then those that uncover a card, then the rest, then the deal."""
    if move == DEAL:
        return 3
    if move.target == FOUNDATION:
        return 0
    return 1 if move.source.letter != "t" else 2


def _concluded(known: dict[Move, Verdict]) -> Verdict:
    """What the moves of a position say of it: one that wins is enough, all must lose."""
    verdicts = set(known.values())
    if "winnable" in verdicts:
        return "winnable"
    return "lost" if verdicts == {"lost"} else "unknown"

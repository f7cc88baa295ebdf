"""Where a game was lost: what could still be won after each of its actions.

The positions of a game and its undos form a graph. Two facts save most searches: before a position
that can be won all can be won, after one that cannot none can. A line that wins, wherever it comes
from, decides every position on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from games.engine.moves import Move
from games.engine.record import Action, Command
from games.engine.rules import is_won, opening, play

if TYPE_CHECKING:
    from games.engine.cards import Deck
    from games.engine.position import Position
    from games.engine.solver import Solution

Line = tuple[Move, ...]
Search = Callable[["Position", int], "Solution"]

# The first round gives each search a share of the budget, so that one hard position does not
# take it all; the second gives what is left to what is still open.
_SHARES = (20, 1)


class TurningPoint(NamedTuple):
    """The action `ply` (from 1) played `move`, after which no win was left; `better` kept one."""

    ply: int
    move: Move
    better: Move


@dataclass
class Review:
    """The positions of a game, and what is known of each.

    `path` has the position after 0, 1, 2, ... actions. `wins` holds a winning line for each
    position that has one, `losses` those that have none; a position in neither is undecided.
    `nodes` counts what the searches took.
    """

    actions: Sequence[Action]
    path: list[Position]
    wins: dict[Position, Line] = field(default_factory=dict)
    losses: set[Position] = field(default_factory=set)
    nodes: int = 0
    _before: dict[Position, dict[Position, Move]] = field(default_factory=dict)
    _after: dict[Position, set[Position]] = field(default_factory=dict)

    @classmethod
    def of(cls, deck: Deck, actions: Sequence[Action]) -> Review:
        """Return the review of a game that replays, with nothing decided but a win on the table.

        Raises IllegalMove.
        """
        review = cls(actions, [opening(deck)])
        standing = [opening(deck)]
        for action in actions:
            if isinstance(action, Move):
                standing.append(play(standing[-1], action))
                review._join(standing[-2], action, standing[-1])
            elif action is Command.UNDO:
                standing.pop()
            review.path.append(standing[-1])
        if is_won(standing[-1]):
            review.note_win(standing[-1], ())
        return review

    def _join(self, before: Position, move: Move, after: Position) -> None:
        self._before.setdefault(after, {})[before] = move
        self._after.setdefault(before, set()).add(after)

    @property
    def decided(self) -> int:
        """How many of the distinct positions are decided."""
        return sum(self.verdict(position) != "unknown" for position in set(self.path))

    def verdict(self, position: Position) -> str:
        """Return "winnable", "lost" or "unknown"."""
        if position in self.wins:
            return "winnable"
        return "lost" if position in self.losses else "unknown"

    def note_win(self, position: Position, line: Line) -> None:
        """Note a line that wins, for all positions on it and before them. Raises IllegalMove."""
        for index, move in enumerate(line):
            self._note_win(position, line[index:])
            position = play(position, move)
        self._note_win(position, ())

    def _note_win(self, position: Position, line: Line) -> None:
        waiting = [(position, line)]
        while waiting:
            position, line = waiting.pop()
            if position in self.wins:
                continue
            self.wins[position] = line
            before = self._before.get(position, {})
            waiting += [(other, (move, *line)) for other, move in before.items()]

    def note_loss(self, position: Position) -> None:
        """Note that a position cannot be won, and so none that the game reached from it."""
        waiting = [position]
        while waiting:
            position = waiting.pop()
            if position not in self.losses:
                self.losses.add(position)
                waiting += self._after.get(position, ())

    def search(self, search: Search, budget: int) -> Iterator[int]:
        """Decide what can be decided within `budget` nodes in all; yield after each search.

        What is yielded is `decided`.
        """
        for share in _SHARES:
            tried: set[Position] = set()
            for branch in self._branches():
                while (position := self._next(branch, tried)) and self.nodes < budget:
                    tried.add(position)
                    self._decide(position, search, min(budget // share, budget - self.nodes))
                    yield self.decided

    def _decide(self, position: Position, search: Search, budget: int) -> None:
        solution = search(position, budget)
        self.nodes += solution.nodes
        if solution.line is not None:
            self.note_win(position, solution.line)
        elif solution.verdict == "lost":
            self.note_loss(position)

    def _branches(self) -> list[list[Position]]:
        """Return the lines of play, those that undos cut short included; the last one first."""
        standing: list[Position] = [self.path[0]]
        branches: list[list[Position]] = []
        last: Action | None = None
        for action, position in zip(self.actions, self.path[1:], strict=True):
            if action is Command.UNDO:
                if isinstance(last, Move):
                    branches.append(standing.copy())
                standing.pop()
            elif isinstance(action, Move):
                standing.append(position)
            last = action
        return [standing, *reversed(branches)]

    def _next(self, branch: list[Position], tried: set[Position]) -> Position | None:
        """Return what to search next on a line of play: its end, then the middle of what is open.

        The stretch with the most positions in a row goes first, so that one that was tried in vain
        does not draw its neighbours after it.
        """
        stretches: list[list[Position]] = [[]]
        for position in branch:
            if position in tried or self.verdict(position) != "unknown":
                stretches.append([])
            else:
                stretches[-1].append(position)
        if stretches[-1]:
            return branch[-1]
        longest = max(stretches, key=len)
        return longest[len(longest) // 2] if longest else None

    def turning_points(self) -> list[TurningPoint]:
        """Return the actions that lost a win, in order; an undo can bring the win back."""
        return [
            TurningPoint(ply, action, self.wins[before][0])
            for ply, (action, before) in enumerate(zip(self.actions, self.path, strict=False), 1)
            if isinstance(action, Move) and before in self.wins and self.path[ply] in self.losses
        ]

"""The shortest way to win that can be found, and how short one can be; docs/solver.md says how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.engine import loading
from games.engine._realise import realised
from games.engine._shorten import shortened
from games.engine._tables import blockers_of, tables_of
from games.engine.cards import CARDS
from games.engine.moves import Move
from games.engine.position import STOCK_SIZES, Position
from games.engine.solver import solve, with_safe_plays

if TYPE_CHECKING:
    from games.engine._par_kernel import Memory
    from games.engine.loading import Kernel

PAR_BUDGET: Final = 2_000_000

_SLICE: Final = 20_000

# Searches one after the other: the weight of the bound in halves, and the share of the budget in
# percent. The greedy ones find something soon, the last finds the least and proves it.
_PHASES: Final = ((12, 5), (6, 10), (4, 20), (2, 65))


@dataclass(frozen=True, slots=True)
class Par:
    """A winning line, its number of `moves`, and a proven lower `bound` of that number (R11)."""

    line: tuple[Move, ...]
    bound: int
    nodes: int

    @property
    def moves(self) -> int:
        """How many moves the line takes, each run counted once."""
        return len(self.line)


def par(
    position: Position,
    budget: int = PAR_BUDGET,
    *,
    line: Sequence[Move] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Par | None:
    """Return the shortest win of `position` found within `budget` nodes, None if none is found.

    Starts from the winning `line`, if one is given, else from that of `solve`; what is returned is
    never longer. The same on every machine. `cancelled` is asked about every 20,000 nodes; once it
    says True the best so far is returned. Raises ValueError if the stock is hidden.

    Memory: about 120 bytes a node of the longest search, which has 65 % of the budget.
    """
    return found(position, budget, loading.compiled("_par_kernel"), line, cancelled)


def found(
    position: Position,
    budget: int,
    kernel: Kernel,
    line: Sequence[Move] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Par | None:
    """Do what `par` does, by any kernel."""
    nodes = 0
    if line is None:
        solution = solve(position, budget, cancelled=cancelled)
        line, nodes = solution.line, solution.nodes
    if line is None:
        return None
    best, bound, left = shortened(position, line), 0, budget - nodes
    for weight, percent in _PHASES:
        search = _Search(position, kernel, weight, left * percent // 100)
        best = search.run(best, cancelled)
        bound = max(bound, search.bound())
        nodes += search.nodes
        if len(best) == bound:
            break
    return Par(best, bound, nodes)


def fixed_moves(position: Position) -> int:
    """Return the plays to foundations and deals that every win from `position` needs."""
    deals = len(STOCK_SIZES) - 1 - STOCK_SIZES.index(position.stock_count)
    return len(CARDS) - position.foundation_cards + deals


class _Search:
    """One best-first search for wins shorter than the best one known."""

    def __init__(self, position: Position, kernel: Kernel, weight: int, limit: int) -> None:
        self._position = position
        self._fixed = fixed_moves(position)
        self._kernel = kernel
        self._functions = functions = kernel.functions
        self._limit = limit
        self._layout, start = tables_of(position, kernel)
        self._goal = functions.Goal(start, blockers_of(position, kernel), weight)
        self._order = functions.Order(*[0] * len(functions.Order._fields))
        self._memory = _memory(kernel, limit)
        self._cheapest_win = 0

    @property
    def nodes(self) -> int:
        return int(self._memory.progress[self._functions.NODES])

    def bound(self) -> int:
        """Return how many moves every win needs, as far as the search has come."""
        least = self._functions.least_open(self._goal, self._layout, self._memory)
        return self._fixed + min(int(least), self._cheapest_win)

    def run(self, best: tuple[Move, ...], cancelled: Callable[[], bool] | None) -> tuple[Move, ...]:
        """Return the shortest of `best` and the wins found."""
        functions, progress = self._functions, self._memory.progress
        fixed = self._goal, self._layout
        progress[functions.BEST] = len(best) - self._fixed
        progress[functions.WIN_COST] = progress[functions.BEST]
        progress[functions.BUCKET] = functions.BUCKETS
        functions.reach(self._goal.start, 0, -1, -1, *fixed, self._memory)
        self._cheapest_win = int(progress[functions.WIN_COST])
        while True:
            slice_end = min(self._limit, self.nodes + _SLICE)
            result = functions.best_first(*fixed, self._order, self._memory, slice_end)
            if result == functions.FOUND:
                best = min(best, self._win() or best, key=len)
                progress[functions.BEST] = len(best) - self._fixed
            elif result == functions.EXHAUSTED or self.nodes < slice_end:
                return best
            if self.nodes >= self._limit or (cancelled is not None and cancelled()):
                return best

    def _win(self) -> tuple[Move, ...] | None:
        """Return the win found last, with the moves that its swaps between sisters cost, if any."""
        functions, memory = self._functions, self._memory
        self._cheapest_win = min(self._cheapest_win, int(memory.progress[functions.WIN_COST]))
        chosen = [memory.progress[functions.WIN_MOVE]]
        number = memory.progress[functions.WIN_PARENT]
        while memory.parents[number] >= 0:
            chosen.append(memory.moves[number])
            number = memory.parents[number]
        line = with_safe_plays(
            chosen[::-1], self._goal.start, self._layout, functions.ALL_CUTS, self._kernel
        )
        moves = realised(self._position, line)
        return None if moves is None else shortened(self._position, moves)


def _memory(kernel: Kernel, limit: int) -> Memory:
    """Return the memory of a search of `limit` states."""
    functions = kernel.functions
    states = limit + functions.MOST_MOVES
    slots = 1 << (2 * states).bit_length()
    sizes = [states] * 5 + [slots] + [2 * states] * 3
    sizes += [functions.BUCKETS, functions.PROGRESS_SIZE, functions.MOST_MOVES]
    memory: Memory = functions.Memory(*map(kernel.room, sizes))
    return memory

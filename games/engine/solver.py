"""Deciding whether a position can be won, exactly; docs/solver.md says how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from games.engine import loading
from games.engine._realise import is_playable, realised
from games.engine._tables import tables_of
from games.engine.cards import CARDS
from games.engine.moves import Move
from games.engine.position import Position

if TYPE_CHECKING:
    from games.engine._kernel import Layout, State
    from games.engine.loading import Kernel

Verdict = Literal["won", "lost", "unknown"]

DEFAULT_BUDGET: Final = 200_000

_SLICE: Final = 50_000
_SMALLEST_TABLE: Final = 1 << 12

# Orders of moves, each with the nodes after which the next one is tried. Most deals that can be
# won are won at once by one of the first two; the last was tuned for those that resist them. The
# numbers of an order are those of the kernel's `Order`.
_ORDERS: Final = (
    (300, (0, 0, 10, 4, 5, 0, 12, 14, 13, 30, 13, 25)),
    (300, (0, 0, 31, 4, 5, 0, 12, 14, 13, 30, 13, 25)),
    (None, (7, 2, 14, 19, 5, 1, 29, 31, 4, 23, 32, 10)),
)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out.

    `verdict` is "won" or "lost" when it is proven, "unknown" when the budget was spent first.
    `line` holds the moves of a win from the position on, each tried by the rules, and is None for
    other verdicts. `nodes` counts the states searched.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    nodes: int


def solve(
    position: Position,
    budget: int = DEFAULT_BUDGET,
    *,
    cancelled: Callable[[], bool] | None = None,
) -> Solution:
    """Decide whether `position` can be won when all cards are known, within `budget` nodes.

    The answer is the same on every machine. `cancelled` is asked about every 50,000 nodes, some
    30 to 100 ms; once it says True the search ends as "unknown". Raises ValueError if the stock
    is hidden.

    Memory: 16 bytes a slot of the table of positions met, of which 1/3 to 2/3 are in use, so at
    most 48 bytes a node, and 72 while the table grows; never more than `budget` asks for. A table
    holds positions whole, so none is ever mistaken for another one.
    """
    return decided(position, budget, loading.compiled("_kernel"), cancelled=cancelled)


def decided(
    position: Position,
    budget: int,
    kernel: Kernel,
    *,
    cuts: int | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Solution:
    """Do what `solve` does, by any kernel and with some of its `cuts` only."""
    if position.unseen:
        raise ValueError("the stock is hidden, so nobody can tell what can be won")
    cuts = kernel.functions.ALL_CUTS if cuts is None else cuts
    nodes = 0
    for most, weights in _ORDERS:
        limit = min(budget - nodes, most or budget)
        if limit <= 0:
            break
        search = _Search(position, kernel, weights, cuts)
        verdict, line = search.outcome(limit, cancelled)
        nodes += search.nodes
        if verdict != "unknown":
            return Solution(verdict, line, nodes)
    return Solution("unknown", None, nodes)


class _Search:
    """One search in one order, its memory growing with it."""

    def __init__(
        self, position: Position, kernel: Kernel, weights: tuple[int, ...], cuts: int
    ) -> None:
        self._position = position
        self._kernel = kernel
        self._functions = kernel.functions
        self._layout, self._start = tables_of(position, kernel)
        self._order = self._functions.Order(*weights)
        self._cuts = cuts
        sizes = (self._functions.STACK_SIZE, self._functions.MOVES_SIZE)
        depths = self._functions.MOST_DEPTH
        self._memory = self._functions.Memory(
            *map(kernel.room, (*sizes, depths, depths, 2, 2 * _SMALLEST_TABLE))
        )

    @property
    def nodes(self) -> int:
        return int(self._memory.progress[self._functions.NODES])

    def outcome(
        self, limit: int, cancelled: Callable[[], bool] | None
    ) -> tuple[Verdict, tuple[Move, ...] | None]:
        """Search up to `limit` nodes. Return the verdict, and the line of a win.

        A win with a run built on itself, which no player could play, is passed over. With such a
        win somewhere the end of the search proves nothing.
        """
        functions, fixed = self._functions, (self._layout, self._order, self._cuts)
        is_won = functions.enter(self._start, *fixed, self._memory)
        verdict = functions.WON if is_won else self._run(limit, cancelled)
        has_passed_over = False
        while verdict == functions.WON:
            line = realised(self._position, self._line(self._chosen()))
            if line is not None:
                return "won", line
            has_passed_over = True
            self._leave_unplayable()
            verdict = self._run(limit, cancelled)
        return ("unknown" if has_passed_over or verdict != functions.LOST else "lost"), None

    def _run(self, limit: int, cancelled: Callable[[], bool] | None) -> int:
        """Return WON, LOST or PAUSED of the kernel."""
        functions, fixed = self._functions, (self._layout, self._order, self._cuts)
        while True:
            self._make_room()
            slice_end = min(limit, self.nodes + _SLICE, len(self._memory.table) // 3)
            verdict = int(functions.search(*fixed, self._memory, slice_end))
            is_spent = self.nodes >= limit or (cancelled is not None and cancelled())
            if verdict != functions.PAUSED or is_spent:
                return verdict

    def _chosen(self) -> list[int]:
        """Return the moves taken on the path, without the safe plays between them."""
        memory, most = self._memory, self._functions.MOST_MOVES
        depths = range(memory.progress[self._functions.DEPTH])
        return [memory.moves[depth * most + memory.cursors[depth] - 1] & 255 for depth in depths]

    def _line(self, chosen: Sequence[int]) -> list[int]:
        return with_safe_plays(chosen, self._start, self._layout, self._cuts, self._kernel)

    def _leave_unplayable(self) -> None:
        """Go back to before the first move of the path that no player could make."""
        chosen = self._chosen()
        depth = 0
        while depth < len(chosen) and is_playable(self._position, self._line(chosen[: depth + 1])):
            depth += 1
        self._memory.progress[self._functions.DEPTH] = min(depth + 1, len(chosen))

    def _make_room(self) -> None:
        """Double the table when two thirds of its slots are taken."""
        table = self._memory.table
        if self.nodes >= len(table) // 3:
            larger = self._kernel.room(2 * len(table))
            self._functions.copy_table(table, larger)
            self._memory = self._memory._replace(table=larger)


def with_safe_plays(
    chosen: Sequence[int], start: State, layout: Layout, cuts: int, kernel: Kernel
) -> list[int]:
    """Return moves of the kernel with those that it makes without a choice between them."""
    line = kernel.room(len(chosen) + len(CARDS))
    length = kernel.functions.write_line(start, layout, cuts, kernel.words(chosen), line)
    return list(map(int, line[:length]))

"""The solver as services call it: the engine counts nothing, so that is done here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import Counter

if TYPE_CHECKING:
    from games.engine.position import Position
    from games.engine.solver import Solution

SEARCHES = Counter("agnes_searches_total", "Searches of the solver, by verdict.", ["verdict"])
NODES = Counter("agnes_search_nodes_total", "States that these searches went through.")


def search(position: Position, budget: int) -> Solution:
    """Do what the engine's `solve` does, and count it."""
    from games.engine.solver import solve

    found = solve(position, budget)
    search_count(found)
    return found


def search_count(solution: Solution) -> None:
    """Count a search that another process has done."""
    SEARCHES.labels(solution.verdict).inc()
    NODES.inc(solution.nodes)

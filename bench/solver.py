"""The solver: its speed beside the same code in plain Python, what deals cost it, hints, par."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm import tqdm

from games.engine import Deck, Position, Status, deck_of, legal_moves, opening, play, status
from games.engine.hint import Knowledge, advise
from games.engine.loading import compiled, plain
from games.engine.par import par
from games.engine.solver import DEFAULT_BUDGET, decided, solve

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence

    from games.engine.loading import Kernel

T = TypeVar("T")

VECTORS = Path(__file__).parent.parent / "games" / "tests" / "vectors" / "deals.json"
_PLAIN_NODES = 400
_PLAIN_DEALS, _HARD_DEALS = 5, 10
_SHARES = (0.5, 0.9, 0.99)


def measure(options: Namespace) -> None:
    """Print the four tables."""
    _speed()
    _deals(options.deals, options.budget)
    _hints(options.hints)
    _pars(options.pars, options.par_budget)


def random_deal(index: int) -> Position:
    """Return the opening of the fixed deal `index`: seed = SHA-256("bench INDEX")."""
    return opening(deck_of(hashlib.sha256(f"bench {index}".encode()).digest()))


def _share(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _progress(items: Sequence[T], name: str) -> Iterable[T]:
    bar: Iterable[T] = tqdm(items, name, leave=False, disable=None)
    return bar


def _speed() -> None:
    """Search the same positions for the same number of nodes, compiled and plain, in turn."""
    solve(random_deal(0))
    hard = [p for p in map(random_deal, range(300)) if solve(p, 20_000).verdict == "unknown"]
    fast = _nodes_a_second(compiled("_kernel"), hard[:_HARD_DEALS], DEFAULT_BUDGET)
    slow = _nodes_a_second(plain("_kernel"), hard[:_PLAIN_DEALS], _PLAIN_NODES)
    print("\nNodes a second, one core")
    print(f"  compiled {fast:12,.0f}\n  plain    {slow:12,.0f}\n  ratio    {fast / slow:12.0f}")


def _nodes_a_second(kernel: Kernel, positions: Sequence[Position], budget: int) -> float:
    begin = time.process_time()
    nodes = sum(decided(position, budget, kernel).nodes for position in positions)
    return nodes / (time.process_time() - begin)


def _deals(number: int, budget: int) -> None:
    found = [solve(random_deal(index), budget) for index in _progress(range(number), "deals")]
    nodes = [solution.nodes for solution in found]
    print(f"\nNodes for {number} random deals, at most {budget:,} each")
    for share in (0.5, 0.75, 0.9, 0.95, 0.99):
        print(f"  {share:4.0%} under {_share(nodes, share):12,.0f}")
    print("  ", dict(Counter(solution.verdict for solution in found)))


def _hints(number: int) -> None:
    begin = time.perf_counter()
    milliseconds = []
    for position in _progress(list(_midgames(number)), "hints"):
        begin = time.perf_counter()
        advise(position, Knowledge(solve, DEFAULT_BUDGET))
        milliseconds.append(1000 * (time.perf_counter() - begin))
    print(f"\nA hint at {number} random positions of games, nothing known before")
    for share in _SHARES:
        print(f"  {share:4.0%} within {_share(milliseconds, share):8.1f} ms")


def _midgames(number: int) -> Iterator[Position]:
    """Yield positions after 5 to 40 random moves, play not over."""
    chance = random.Random(1)  # noqa: S311  (a fixed sample)
    index = 0
    while number:
        position = random_deal(index)
        index += 1
        for _ in range(chance.randint(5, 40)):
            moves = legal_moves(position)
            if not moves:
                break
            position = play(position, chance.choice(moves))
        if status(position) is Status.PLAYING:
            number -= 1
            yield position


def _pars(number: int, budget: int) -> None:
    rows: list[dict[str, Any]] = json.loads(VECTORS.read_text())
    won = [row for row in rows if row["verdict"] == "won"][:number]
    firsts, bests, bounds = [], [], []
    for row in _progress(won, "par"):
        position = opening(Deck.parse(row["deck"]))
        first, best = solve(position, 20_000_000), par(position, budget)
        if first.line is not None and best is not None:
            firsts.append(len(first.line))
            bests.append(best.moves)
            bounds.append(best.bound)
    met = sum(best == bound for best, bound in zip(bests, bounds, strict=True))
    print(f"\nPar of {len(bests)} won deals, {budget:,} nodes each")
    print(f"  first line {_share(firsts, 0.5)}, par {_share(bests, 0.5)} moves in the median")
    print(f"  bound {_share(bounds, 0.5)}; best = bound in {met}")

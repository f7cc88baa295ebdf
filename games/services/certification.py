"""Certified deals: proven winnable by a search before anybody plays, some kept in a pool.

Searches run before a transaction, never within one: on SQLite they would keep every other writer
waiting.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import repeat
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from accounts.errors import Refused
from games.engine import deck_of, opening
from games.models import Deal
from games.selectors.deals import pooled_deals
from games.services.deals import columns_of, seed_draw
from games.services.searches import search, search_count

if TYPE_CHECKING:
    from games.engine import Move

Map = Callable[..., Iterator[Any]]

BUDGET = 200_000
# Nine deals in ten are won within the budget: so many failures in a row mean a broken solver.
MOST_DRAWS = 20
# The first search of a process loads the solver, which takes seconds: a request waits for that. On
# a machine that has never searched it takes many more: none waits for that.
PATIENCE_SECONDS = 5.0


class Certificate(NamedTuple):
    """A seed with a line that wins its deal, and the nodes that finding it took."""

    seed: bytes
    line: tuple[Move, ...]
    nodes: int


def certificate_find() -> Certificate:
    """Draw seeds until one is proven winnable; most take some milliseconds, a few half a second.

    Raises `unavailable` after 20 that were not.
    """
    for _ in range(MOST_DRAWS):
        seed = seed_draw()
        solution = search(opening(deck_of(seed)), BUDGET)
        if solution.line is not None:
            return Certificate(seed, solution.line, solution.nodes)
    raise Refused("unavailable")


_searching = ThreadPoolExecutor(1, "certificates")
_given_up: deque[Future[Certificate]] = deque()


def certificate_await() -> Certificate:
    """Find one within what a request may take; a search that takes longer goes on for the next.

    A process has one such search at a time. Raises `unavailable` when time is up, and at once while
    a search goes on that an earlier request has given up, so that threads are left for others.
    """
    try:
        search, patience = _given_up.popleft(), 0.0
    except IndexError:
        search, patience = _searching.submit(certificate_find), PATIENCE_SECONDS
    try:
        return search.result(patience)
    except TimeoutError:
        if not search.cancel():
            _given_up.append(search)
        raise Refused("unavailable") from None


def deal_certify(*, certificate: Certificate, is_pooled: bool = False) -> Deal:
    """Keep a deal with the line that wins it."""
    return Deal.objects.create(
        **columns_of(certificate.seed),
        verdict=Deal.Verdict.WON,
        solution=" ".join(map(str, certificate.line)),
        nodes=certificate.nodes,
        is_pooled=is_pooled,
    )


def deal_take(find: Callable[[], Certificate] = certificate_find) -> Deal:
    """Take a certified deal out of the pool, or find one when the pool is empty.

    Of two takers at once one changes the row, the other goes on to the next. Raises `unavailable`
    as `find` does.
    """
    while deal := pooled_deals().first():
        if pooled_deals().filter(pk=deal.pk).update(is_pooled=False):
            deal.is_pooled = False
            return deal
    return deal_certify(certificate=find())


def deal_return(*, deal: Deal) -> None:
    """Put back a deal that was taken and then not needed: nobody has seen it."""
    Deal.objects.filter(pk=deal.pk).update(is_pooled=True)


def pool_fill(*, size: int, jobs: int = 1) -> Iterator[Deal]:
    """Find certified deals, `jobs` at a time, until the pool holds `size`; yield each one kept.

    The searches run in processes that know no database; this one writes.
    """
    missing = size - pooled_deals().count()
    with ExitStack() as stack:
        many: Map = map
        if jobs > 1 and missing > 0:
            spawning = ProcessPoolExecutor(jobs, get_context("spawn"))
            many = stack.enter_context(spawning).map
        while missing > 0:
            for certificate in _certificates(missing, many):
                yield deal_certify(certificate=certificate, is_pooled=True)
                missing -= 1


def _certificates(draws: int, many: Map) -> Iterator[Certificate]:
    """Yield those of some draws that are proven winnable, all searched by `many`."""
    from games.engine.solver import solve

    seeds = [seed_draw() for _ in range(draws)]
    solutions = many(solve, [opening(deck_of(seed)) for seed in seeds], repeat(BUDGET))
    for seed, solution in zip(seeds, solutions, strict=True):
        search_count(solution)
        if solution.line is not None:
            yield Certificate(seed, solution.line, solution.nodes)

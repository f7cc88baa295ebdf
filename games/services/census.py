"""The census: deciding many random deals, in processes of this machine or by jobs of the queue.

Knows no database. Deals are numbered from 0, and a seed number fixes them all, so that a census
can be stopped, gone on with, shared out and repeated.
"""

from __future__ import annotations

import csv
import hashlib
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.engine import Deck, deck_of, opening

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from types import TracebackType
    from typing import Self

CHUNK = 10


class Row(NamedTuple):
    """What became of a deal: `verdict` "won", "lost" or "unknown", the nodes that were searched,
    and how many moves the winning line has, None without one."""

    deal: int
    verdict: str
    nodes: int
    moves: int | None


def census_deck(seed: int, index: int) -> Deck:
    """Return a deal of a census: that of the SHA-256 of "agnes census SEED INDEX".

    SEED and INDEX are decimal numbers; the text is ASCII, with single spaces.
    """
    return deck_of(hashlib.sha256(f"agnes census {seed} {index}".encode()).digest())


def census_row(index: int, *, seed: int, budget: int) -> Row:
    """Decide a deal within `budget` nodes."""
    from games.engine.solver import solve

    solution = solve(opening(census_deck(seed, index)), budget)
    moves = None if solution.line is None else len(solution.line)
    return Row(index, solution.verdict, solution.nodes, moves)


def census_rows(
    indexes: Sequence[int], *, seed: int, budget: int, jobs: int
) -> Generator[Row, None, None]:
    """Yield the rows of some deals as they are decided, by `jobs` processes.

    Closed early, it begins no further deal.
    """
    decide = partial(census_row, seed=seed, budget=budget)
    if jobs == 1:
        yield from map(decide, indexes)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as processes:
        try:
            for row in as_completed([processes.submit(decide, index) for index in indexes]):
                yield row.result()
        finally:
            processes.shutdown(wait=False, cancel_futures=True)


def chunks(indexes: Sequence[int]) -> list[list[int]]:
    """Return the deals in the tens that one job decides: 0 to 9, 10 to 19, ..."""
    return [list(deals) for _, deals in groupby(indexes, lambda index: index // CHUNK)]


def open_indexes(rows: Iterable[Row], *, deals: int, budget: int) -> list[int]:
    """Return the deals still to be decided: those without a row, and those that were given up
    after fewer nodes than `budget`."""
    done = {row.deal for row in rows if row.verdict != "unknown" or row.nodes >= budget}
    return [index for index in range(deals) if index not in done]


class CensusFile:
    """A CSV file of rows that only grows; the last row of a deal is the one that counts."""

    HEADER = ("seed", "index", "verdict", "nodes", "moves")

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self._seed = path, seed
        self.rows: dict[int, Row] = {}

    def __enter__(self) -> Self:
        """Read what is there, without a last line that was cut short. Raises ValueError."""
        text = self.path.read_text("ascii") if self.path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        for line in csv.DictReader(whole.splitlines()):
            row = self._read(line)
            self.rows[row.deal] = row
        self._file = self.path.open("w", encoding="ascii", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._file.write(whole)
        if not whole:
            self._writer.writerow(self.HEADER)
        self._file.flush()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, row: Row) -> None:
        """Append a row; it is in the file when this returns."""
        self.rows[row.deal] = row
        self._writer.writerow((self._seed, *row))
        self._file.flush()

    def _read(self, line: dict[str, str]) -> Row:
        if tuple(line) != self.HEADER:
            raise ValueError(f"{self.path} is not the file of a census")
        if int(line["seed"]) != self._seed:
            raise ValueError(f"{self.path} is the census of seed {line['seed']}")
        moves = int(line["moves"]) if line["moves"] else None
        return Row(int(line["index"]), line["verdict"], int(line["nodes"]), moves)

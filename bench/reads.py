"""Reading over HTTP, in rounds: each slice in turn, its median rate, its ratio to another."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING, Any

import start
from bench import guards, machine
from bench.figures import CountError
from bench.moves import RESULTS, converse
from bench.server import HOST

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from psycopg import Connection

    from bench.cluster import Cluster
    from bench.server import Server


SETTINGS = {"shared_buffers": "1GB", "max_wal_size": "8GB", **guards.SETTINGS}
_GLANCE_SECONDS = 0.5
_BLOCKS = "SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0) FROM pg_stat_statements"


def request(path: str, token: str | None = None) -> str:
    """The text of a GET."""
    asker = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{asker}\r\n"


@dataclass
class Read:
    """What is asked, by turns; `mark` must be in every answer. `slices` are what came of it."""

    name: str
    server: Server
    requests: Sequence[str]
    mark: str
    slices: list[dict[str, Any]] = field(default_factory=list)

    def measure(self, clients: int, seconds: float) -> None:
        """One slice. CountError for a wrong answer."""
        turns = [[text, 0] for text in self.requests]
        shift = max(1, len(turns) // clients)
        plan = {
            "host": HOST,
            "port": self.server.port,
            "seconds": seconds,
            "again": True,
            "lines": [[["", "200", self.mark, 0]]],
            "connections": [turns[n * shift :] + turns[: n * shift] for n in range(clients)],
        }
        answers = converse(plan)
        if answers["wrong_answers"]:
            raise CountError(f"{self.name}: {answers['wrong'][0]}")
        self.slices.append(answers)

    def row(self) -> dict[str, Any]:
        """Medians over the rounds."""
        rates = [each["answers"] / each["seconds"] for each in self.slices]
        return {
            "name": self.name,
            "rate": median(rates),
            "p50_ms": median(each["p50_ms"] for each in self.slices),
            "rates": rates,
        }


def rounds(reads: Sequence[Read], options: Namespace) -> list[dict[str, Any]]:
    """Measure all of them in turn."""
    for _ in range(options.rounds):
        for read in reads:
            read.measure(options.clients, options.seconds)
    return [read.row() for read in reads]


def rounds_with_blocks(
    reads: Sequence[Read], options: Namespace, private: Cluster
) -> list[dict[str, Any]]:
    """The same, after one slice each that gives the blocks of an answer."""
    with private.connect() as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        blocks = [_blocks(read, options, connection) for read in reads]
    rows = rounds(reads, options)
    return [{**row, "blocks": number} for row, number in zip(rows, blocks, strict=True)]


def _blocks(read: Read, options: Namespace, connection: Connection[Any]) -> float:
    """Pages of the database that an answer touches: the same on every machine, however busy."""
    read.measure(options.clients, min(options.seconds, _GLANCE_SECONDS))
    connection.execute("SELECT pg_stat_statements_reset()")
    read.measure(options.clients, min(options.seconds, _GLANCE_SECONDS))
    touched = connection.execute(_BLOCKS).fetchone()
    answers = read.slices[-1]["answers"]
    read.slices.clear()
    return float(touched[0]) / answers if touched else 0.0


def ratio(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """The rate of one to that of the other: the median of what each round says."""
    return float(median(a / b for a, b in zip(one["rates"], other["rates"], strict=True)))


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows as text, with blocks where they were counted."""
    has_blocks = any("blocks" in row for row in rows)
    head = f"{'':<42}{'answers/s':>11}{'p50 ms':>9}{'blocks' if has_blocks else '':>9}{'ratio':>8}"
    return "\n".join(
        [head]
        + [
            f"{row['name']:<42}{row['rate']:>11,.0f}{row['p50_ms']:>9.1f}"
            + (f"{row['blocks']:>9.0f}" if "blocks" in row else f"{'':>9}")
            + (f"{row['ratio']:>8.2f}" if "ratio" in row else "")
            for row in rows
        ]
    )


def save(name: str, result: Mapping[str, Any]) -> None:
    """Write a result to `bench/results/`, with the machine and the time."""
    whole = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine.description(),
        **result,
    }
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{name}.json"
    file.write_text(json.dumps(whole, indent=1) + "\n")
    start.say(f"Written to {file.relative_to(start.ROOT)}")

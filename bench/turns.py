"""Slices of moves in turn, round after round, without a yardstick: only what ran beside counts."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

import start
from bench import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CLIENTS = (8, 32)

Row = dict[str, Any]


def in_turn(sorts: Mapping[str, Callable[[int], Mapping[str, float]]], rounds: int) -> list[Row]:
    """Call each with every number of clients in every round; a row has medians over the rounds.

    `ratio` is to the first of them, made within a round, then the median is taken.
    """
    found: dict[tuple[int, str], list[Mapping[str, float]]] = {}
    for number in range(rounds):
        start.say(f"Round {number + 1} of {rounds}")
        for clients in CLIENTS:
            for name, measured in sorts.items():
                found.setdefault((clients, name), []).append(measured(clients))
    rows = [_row(name, clients, slices) for (clients, name), slices in found.items()]
    for place, row in enumerate(rows):
        row["ratio"] = reads.ratio(row, rows[place - place % len(sorts)])
    return rows


def _row(name: str, clients: int, slices: Sequence[Mapping[str, float]]) -> Row:
    medians = {key: median(each[key] for each in slices) for key in slices[0]}
    rates = [each["rate"] for each in slices]
    return {"name": name, "clients": clients, "rates": rates, **medians}


def table(rows: Sequence[Row]) -> str:
    """The rows as text."""
    head = f"{'':<22}{'clients':>8}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'CPU µs':>8}"
    return "\n".join(
        [f"{head}{'others':>8}{'ratio':>7}"]
        + [
            f"{row['name']:<22}{row['clients']:>8}{row['moves']:>9,.0f}{row['p50_ms']:>8.1f}"
            f"{row['p99_ms']:>8.1f}{row['cpu_us']:>8,.0f}{row['others']:>8.0%}{row['ratio']:>7.2f}"
            for row in rows
        ]
    )

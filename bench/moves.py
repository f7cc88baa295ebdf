"""Moves over REST, beside what the same PostgreSQL does alone: `start.py bench moves`.

A private cluster, our own server as `start.py` runs it, pgbench and a cheap client, in turn.
After every slice the database must have gained exactly the moves that were answered with 200.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import start
from bench import figures, machine, stage, yardstick
from bench.cluster import cluster
from bench.figures import Slice
from bench.server import HOST, Server, granian

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

RESULTS = start.ROOT / "bench" / "results"
_MOVES_A_SECOND = 5_000  # more than any server here gives: so many games are kept at hand


@dataclass(frozen=True)
class Kind:
    """A kind of slice: its name, and what its client sends, for so many clients and seconds."""

    name: str
    plan: Callable[[int, float], dict[str, Any]]


class Run:
    """One run: everything is up, and the slices come in turn."""

    def __init__(self, built: stage.Stage, sticks: yardstick.Yardsticks, seconds: float) -> None:
        self.stage, self.sticks, self.seconds = built, sticks, seconds
        self.slices: list[Slice] = []
        self.level: dict[str, float] = {}

    def yardsticks(self, clients: int) -> dict[str, float]:
        """Both yardsticks, now."""
        return {name: self.sticks.rate(name, clients, self.seconds / 2) for name in yardstick.NAMES}

    def round(self, server: Server, kinds: list[Kind], clients: int) -> None:
        """Every kind once, each between two looks at the yardsticks."""
        before = self.yardsticks(clients)
        for kind in kinds:
            measured = self.measured(server, kind, clients)
            after = self.yardsticks(clients)
            beside = figures.beside(before, after)
            self.slices.append(Slice(kind.name, clients, **beside, **measured))
            before = after

    def measured(self, server: Server, kind: Kind, clients: int) -> dict[str, float]:
        """Carry out one plan and hold it against the database. CountError."""
        plan = kind.plan(clients, self.seconds)
        plan |= {"host": HOST, "port": server.port, "seconds": self.seconds}
        had, began = self.stage.plies(), machine.moment()
        answers = converse(plan)
        ended = machine.moment()
        figures.check(name=kind.name, answers=answers, gained=self.stage.plies() - had)
        return {
            "rate": answers["answers"] / answers["seconds"],
            "moves": answers["gained"] / answers["seconds"],
            "p50_ms": answers["p50_ms"],
            "p99_ms": answers["p99_ms"],
            "client": answers["cpu_seconds"] / (ended.own - began.own),
            "others": machine.others(began, ended),
        }


def converse(plan: dict[str, Any]) -> dict[str, Any]:
    """What the client says of a plan."""
    command = [sys.executable, "-m", "bench.client"]
    done = subprocess.run(  # noqa: S603  (a module of ours)
        command, input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True
    )
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def playing(built: stage.Stage, name: str, size: int) -> Kind:
    """Whole games, `size` moves a request."""
    lines = stage.moves(built.lines, size)

    def plan(clients: int, seconds: float) -> dict[str, Any]:
        rate = _MOVES_A_SECOND * (1 if size == 1 else 6)
        games = built.games(clients + round(rate * seconds / 80))
        return {"again": False, "lines": lines, "connections": stage.connections(games, clients)}

    return Kind(name, plan)


def measure(options: Namespace) -> None:
    """Print one table and write it to `bench/results/`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster())
        built = stage.Stage(private.url, folder)
        start.say("Building the stage")
        built.build()
        built.games(1)
        sticks = yardstick.Yardsticks(private, stage.PLAYERS)
        sticks.build()
        run = Run(built, sticks, options.seconds)
        ours = stack.enter_context(granian(built.env, options.workers))
        kinds = [playing(built, "move", 1)]
        Run(built, sticks, 2).measured(ours, kinds[0], 32)
        for number in range(options.rounds):
            start.say(f"Round {number + 1} of {options.rounds}")
            for clients in (8, 32):
                run.round(ours, kinds, clients)
        rows = figures.summary(run.slices)
        print(figures.table(rows))
        memory = ours.memory()
    result = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine.description(),
        "rows": rows,
        "slices": figures.as_json(run.slices),
        "memory_mb": memory,
    }
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{options.save}.json"
    if options.compare:
        old = json.loads(Path(options.compare).read_text())
        print("\nSince then, ratios to LC2")
        print("\n".join(figures.moved(old["rows"], rows)))
    file.write_text(json.dumps(result, indent=1) + "\n")
    print(f"Written to {file.relative_to(start.ROOT)}")

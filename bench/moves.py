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
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import start
from bench import figures, guards, kinds, machine, yardstick
from bench.agreement import agree
from bench.cluster import cluster
from bench.figures import Slice
from bench.server import HOST, fastapi, granian
from bench.shares import one_group
from bench.stage import PLAYERS, Stage

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bench.cluster import Cluster
    from bench.kinds import Kind, Plan
    from bench.server import Server

RESULTS = start.ROOT / "bench" / "results"
_FEW, _MANY = 8, 32
_COUNTED_GAMES = 12


@dataclass
class Run:
    """One run: everything is up, and the slices come in turn."""

    stage: Stage
    sticks: yardstick.Yardsticks
    seconds: float
    slices: list[Slice] = field(default_factory=list)

    def round(self, clients: int, sorts: Sequence[Kind]) -> None:
        """Every kind of slice once, each between two looks at the yardsticks."""
        before = self.yardsticks(clients)
        for kind in sorts:
            measured = self.measured(kind, clients, self.seconds)
            after = self.yardsticks(clients)
            beside = figures.beside(before, after)
            self.slices.append(Slice(kind.name, clients, **beside, **measured))
            before = after

    def yardsticks(self, clients: int) -> dict[str, float]:
        """Both yardsticks, now."""
        return {name: self.sticks.rate(name, clients, self.seconds / 2) for name in yardstick.NAMES}

    def measured(self, kind: Kind, clients: int, seconds: float) -> dict[str, float]:
        """Carry out a slice. CountError."""
        plan = kind.plan(clients, seconds)
        began = machine.moment()
        answers = self.held(kind, plan, seconds)
        ended = machine.moment()
        if answers["ran_out"]:
            raise figures.CountError(f"{kind.name}: the games ran out before the time did")
        return {
            "rate": answers["answers"] / answers["seconds"],
            "moves": answers["gained"] / answers["seconds"],
            "p50_ms": answers["p50_ms"],
            "p99_ms": answers["p99_ms"],
            "cpu_us": 1e6 * (ended.own - began.own) / answers["answers"],
            "client": answers["cpu_seconds"] / (ended.own - began.own),
            "others": machine.others(began, ended),
        }

    def held(self, kind: Kind, plan: Plan, seconds: float) -> dict[str, Any]:
        """Carry out a plan and hold its answers against the database. CountError."""
        had = self.stage.plies()
        answers = converse({**plan, "host": HOST, "port": kind.server.port, "seconds": seconds})
        figures.check(name=kind.name, answers=answers, gained=self.stage.plies() - had)
        return answers


def converse(plan: Plan) -> dict[str, Any]:
    """What the client says of a plan."""
    command = [sys.executable, "-m", "bench.client"]
    done = subprocess.run(  # noqa: S603  (a module of ours)
        command, input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True
    )
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def measure(options: Namespace) -> None:
    """Print the tables, and write them to `bench/results/`."""
    old = json.loads(Path(options.compare).read_text()) if options.compare else None
    if options.quick:
        options.rounds, options.seconds = 1, 0.3
    with ExitStack() as stack:
        is_grouped = stack.enter_context(one_group())
        if not is_grouped:
            start.say("No control group can be made here: on a busy machine ratios say little.")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster(**guards.SETTINGS))
        start.say("Building the stage")
        stage = Stage(private.url, folder)
        stage.build()
        stage.games(1)
        sticks = yardstick.Yardsticks(private, PLAYERS)
        sticks.build()
        guards.silence(private)
        run = Run(stage, sticks, options.seconds)
        memory = _rounds(run, options)
        counted = _counted(run, private, options)
        left = guards.table(private)
    result = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine.description(),
        "workers": options.workers,
        "one_cpu_group": is_grouped,
        "seconds": options.seconds,
        "rows": figures.summary(run.slices),
        "per_move": counted,
        "games": left,
        "worker_mb": memory,
        "slices": figures.as_json(run.slices),
    }
    print(figures.report(result))
    if old:
        print("\n".join(["", "Since then, ÷LC2", *figures.moved(old["rows"], result["rows"])]))
    file = RESULTS / f"{options.save}.json"
    RESULTS.mkdir(exist_ok=True)
    file.write_text(json.dumps(result, indent=1) + "\n")
    print(f"\nWritten to {file}")


def _rounds(run: Run, options: Namespace) -> list[dict[str, float]]:
    """All slices, and then what each worker of ours holds in memory."""
    with ExitStack() as stack:
        ours = stack.enter_context(granian(run.stage.env, options.workers))
        few, many = _sorts(stack, run.stage, ours, options)
        for kind in few:
            run.measured(kind, _MANY, min(1, options.seconds))
        for number in range(options.rounds):
            start.say(f"Round {number + 1} of {options.rounds}")
            run.round(_FEW, few)
            if many:
                run.round(_MANY, many)
        return ours.memory()


def _sorts(
    stack: ExitStack, stage: Stage, ours: Server, options: Namespace
) -> tuple[list[Kind], list[Kind]]:
    """What is measured with few clients, and with many; `--quick` starts no other server."""
    move = kinds.playing(stage, "move", ours)
    refused = [
        kinds.stale(stage, "stale, 409", ours),
        kinds.illegal(stage, "illegal, 422", ours),
    ]
    if options.quick:
        return [move, *refused], []
    peer = stack.enter_context(fastapi(stage.env, options.workers))
    floor = stack.enter_context(granian(stage.env, options.workers, "bench.floor_wsgi:application"))
    agree(stage, ours, peer)
    many = [
        move,
        kinds.playing(stage, "move, FastAPI", peer),
        kinds.playing(stage, "ten moves", ours, 10),
    ]
    return [*many, *refused, kinds.trivial("floor: empty view", floor)], many


def _counted(run: Run, private: Cluster, options: Namespace) -> dict[str, float]:
    """What a move costs the database, from one client and a server that does nothing else."""
    gained: dict[str, float] = {}
    games = run.stage.games(_COUNTED_GAMES // 4 if options.quick else _COUNTED_GAMES)
    with guards.counting(private, gained), granian(run.stage.env, options.workers) as server:
        kind = kinds.playing(run.stage, "counted", server)
        plan = {**kind.plan(0, 0), "connections": kinds.dealt(games, 1)}
        moves = run.held(kind, plan, 600)["gained"]
    return guards.per_move(gained, moves)

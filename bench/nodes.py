"""Two web nodes behind HAProxy, a replica that is read, two workers: `start.py bench nodes`.

All on one machine, with `deploy/haproxy.cfg` as it stands. So it says what the way over HAProxy
costs, and what a second process gains where both share the cores; above all it fails when anything
is lost or done twice: after every slice both databases hold exactly the moves that were answered
with 200, every job was done once, and every node, the reader and both workers had their share.
"""

from __future__ import annotations

import http.client
import json
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import BenchError, boards, jobs, kinds, reads, turns, yardstick
from bench.cluster import cluster, standby
from bench.moves import Run
from bench.proxy import Proxy, haproxy
from bench.server import HOST, Server, granian
from bench.shares import one_group
from bench.stage import PLAYERS, Stage

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bench.cluster import Cluster
    from bench.kinds import Kind

WINS, QUICK_WINS = 10_000, 500  # on the board that is read
JOBS, QUICK_JOBS = 300, 100
_PATIENCE_SECONDS = 120
_PLIES = "SELECT coalesce(sum(ply), 0) FROM games_game"
_REPLAYED = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"


class NodesError(BenchError):
    """Several together do not what one alone does."""


@dataclass
class Databases:
    """A primary and its replica; `behind` are the seconds that the replica was behind."""

    primary: Cluster
    replica: Cluster
    behind: list[float] = field(default_factory=list)

    def level(self) -> None:
        """Wait until the replica holds all that is committed; it must hold as many moves."""
        began = time.monotonic()
        with self.primary.connect() as first, self.replica.connect() as second:
            (now,) = first.execute("SELECT pg_current_wal_lsn()").fetchone() or (None,)
            while second.execute(_REPLAYED, (now,)).fetchone() != (True,):
                if time.monotonic() > began + _PATIENCE_SECONDS:
                    raise NodesError("the replica does not follow")
                time.sleep(0.001)
            self.behind.append(time.monotonic() - began)
            both = [each.execute(_PLIES).fetchone() for each in (first, second)]
        if both[0] != both[1]:
            raise NodesError(f"moves in the primary and in the replica: {both}")


def measure(options: Namespace) -> None:
    """Print the tables and write them to `bench/results/nodes.json`."""
    with ExitStack() as stack:
        stack.enter_context(one_group())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        primary = stack.enter_context(cluster(**reads.SETTINGS))
        stage = Stage(primary.url, folder)
        stage.build()
        (board,) = boards.build((QUICK_WINS if options.quick else WINS,))
        databases = Databases(primary, stack.enter_context(standby(primary, **reads.SETTINGS)))
        stage.env |= {
            "ALLOWED_HOSTS": f"{HOST},localhost",
            "AGNES_TRUSTED_PROXIES": "1",
            "AGNES_NODES": "3",
            "AGNES_POOL": "0",
        }
        one, two = (stack.enter_context(granian(stage.env, options.workers)) for _ in "12")
        beside = {**stage.env, "DATABASE_URL": databases.replica.url}
        reader = stack.enter_context(granian(beside, options.workers))
        alone = stack.enter_context(haproxy(folder, (one, one), reader))
        both = stack.enter_context(haproxy(folder, (one, two), reader))
        result = {
            "moves": moves(stage, one, alone, both, databases, options),
            "reads": shared(board, one, both, databases, options),
            "jobs": jobs.measure(stage, QUICK_JOBS if options.quick else JOBS),
            "replica_behind_ms": 1000 * max(databases.behind),
            "answered": both.answered(),
        }
    print(report(result))
    reads.save("nodes", {"workers": options.workers, **result})


def moves(
    stage: Stage,
    one: Server,
    alone: Proxy,
    both: Proxy,
    databases: Databases,
    options: Namespace,
) -> list[dict[str, Any]]:
    """Whole games on one node, over HAProxy to it, and over HAProxy to two, in turn."""
    run = Run(stage, yardstick.Yardsticks(databases.primary, PLAYERS), options.seconds)
    sorts = [
        kinds.playing(stage, "one node", one),
        kinds.playing(stage, "one node, HAProxy", alone.server),
        kinds.playing(stage, "two nodes, HAProxy", both.server),
    ]

    def measured(kind: Kind, clients: int) -> dict[str, float]:
        found = run.measured(kind, clients, options.seconds)
        databases.level()
        return found

    rows = turns.in_turn({kind.name: partial(measured, kind) for kind in sorts}, options.rounds)
    answered = both.answered()
    if not answered["web_1"] or not answered["web_2"] or answered["reader"]:
        raise NodesError(f"moves are not shared out by two nodes alone: {answered}")
    return rows


def shared(
    board: boards.Sized, one: Server, both: Proxy, databases: Databases, options: Namespace
) -> list[dict[str, Any]]:
    """Boards and settled histories that nobody in particular asks for: replica and primary."""
    from games.models import Game

    wins = Game.objects.filter(contest=board.contests[0], status=Game.Status.WON)
    paths = {
        "day's board": [f"/api/v1/daily/{board.day}/leaderboard"],
        "board of a period": [f"/api/v1/leaderboards/{board.year}"],
        "history": [f"/api/v1/games/{game.pk}/moves" for game in wins[:100]],
    }
    databases.level()
    agree([some[0] for some in paths.values()], one, both.server)
    before = both.answered()
    servers = {"primary": one, "replica, HAProxy": both.server}
    found = [
        reads.Read(f"{name}, {where}", server, [reads.request(path) for path in some], '"results"')
        for name, some in paths.items()
        for where, server in servers.items()
    ]
    rows = reads.rounds(found, options)
    gained = {name: count - before[name] for name, count in both.answered().items()}
    if gained["web_1"] or gained["web_2"] or not gained["reader"]:
        raise NodesError(f"what is shared is not read from the replica alone: {gained}")
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        second["ratio"] = reads.ratio(second, first)
    return rows


def agree(paths: Sequence[str], one: Server, other: Server) -> None:
    """Raises NodesError unless both answer these in the same words."""
    for path in paths:
        answers = [_asked(server, path) for server in (one, other)]
        if answers[0] != answers[1]:
            raise NodesError(f"{path}: {answers[0]!s:.500}\nand\n{answers[1]!s:.500}")


def _asked(server: Server, path: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    connection.request("GET", path, headers={"Host": HOST})
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    return answer.status, content


def report(result: dict[str, Any]) -> str:
    """The tables as text."""
    lines = [turns.table(result["moves"]), "", reads.table(result["reads"]), ""]
    lines += [
        f"{each['workers']} worker{'s' * (each['workers'] > 1)}: {each['jobs']} reviews, each once,"
        f" {each['rate']:.1f}/s, shared out as {each['each']}"
        for each in result["jobs"]
    ]
    lines.append(f"The replica was behind by {result['replica_behind_ms']:.0f} ms at most")
    return "\n".join([*lines, f"Answered with 2xx: {result['answered']}"])

"""Moves beside those of boardgame.io on PostgreSQL, in turn: `start.py bench boardgame`.

One process each, the same lines of the same games, the same client. What boardgame.io does not do
here: it knows no rule, so it refuses nothing, lists no legal moves and sees no win; and it answers
with its own state. What it does by itself: it checks who plays and at which state, keeps a log of
all actions, and stores the state under a lock. Its moves come over a socket; the endpoint in
`bench/peer_boardgame` makes the same call.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import shutil
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import start
from bench import BenchError, kinds, machine, reads, turns, yardstick
from bench.cluster import cluster
from bench.moves import Run
from bench.server import HOST, Server, granian, serving
from bench.shares import one_group
from bench.stage import PLAYERS, Game, Stage

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from bench.cluster import Cluster

SOURCE = start.ROOT / "bench" / "peer_boardgame"
HOME = start.ROOT / ".node-bench"
_FILES = ("package.json", "package-lock.json", "server.js")
_PLIES = """SELECT coalesce(sum((state->'G'->>'ply')::int), 0) FROM "Games" """


class NodeError(BenchError):
    """There is no Node.js, or the packages cannot be installed."""


class Matches(Stage):
    """The matches of boardgame.io: the lines of a stage, played there."""

    def __init__(self, stage: Stage, server: Server, private: Cluster) -> None:
        super().__init__(private.url, Path(stage.env["AGNES_DATA_DIR"]))
        self._server, self._private = server, private

    def games(self, number: int) -> list[Game]:
        """Begin matches of one player each, who joins them."""
        lobby = http.client.HTTPConnection(HOST, self._server.port, timeout=30)
        begun = []
        for _ in range(number):
            match = _posted(lobby, "create", {"numPlayers": 1})["matchID"]
            joined = _posted(lobby, f"{match}/join", {"playerID": "0", "playerName": "bench"})
            begun.append(Game(match, joined["playerCredentials"], self.begun % len(self.lines)))
            self.begun += 1
        lobby.close()
        return begun

    def plies(self) -> int:
        """The moves in all stored states."""
        with self._private.connect() as connection:
            row = connection.execute(_PLIES).fetchone()
        return int(row[0]) if row else 0


def _posted(lobby: http.client.HTTPConnection, path: str, body: dict[str, Any]) -> dict[str, Any]:
    head = {"Content-Type": "application/json"}
    lobby.request("POST", f"/games/agnes/{path}", json.dumps(body), head)
    answer = lobby.getresponse()
    content = answer.read()
    if answer.status != http.HTTPStatus.OK:
        raise NodeError(f"{path} is answered with {answer.status}: {content.decode()}")
    found: dict[str, Any] = json.loads(content)
    return found


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/boardgame.json`."""
    folder_of_node = installed()
    with ExitStack() as stack:
        stack.enter_context(one_group())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster())
        stage = Stage(private.url, folder)
        stage.build()
        ours = stack.enter_context(granian(stage.env, 1))
        port = machine.free_port()
        command = ["node", str(folder_of_node / "server.js"), str(port)]
        env = {**private.environment, "NODE_ENV": "production"}
        peer = stack.enter_context(serving("boardgame.io", command, env, port))
        sorts = dict(
            [
                _sort(stage, private, "move", ours, options),
                _sort(Matches(stage, peer, private), private, "move, boardgame.io", peer, options),
            ]
        )
        rows = turns.in_turn(sorts, options.rounds)
    print(turns.table(rows))
    reads.save("boardgame", {"rows": rows})


def _sort(
    stage: Stage, private: Cluster, name: str, server: Server, options: Namespace
) -> tuple[str, Callable[[int], dict[str, float]]]:
    run = Run(stage, yardstick.Yardsticks(private, PLAYERS), options.seconds)
    kind = kinds.playing(stage, name, server)
    return name, lambda clients: run.measured(kind, clients, options.seconds)


def installed() -> Path:
    """The folder with the peer and its packages, installed when they are not there. NodeError."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NodeError("Node.js and npm are not here. On Debian: apt install nodejs npm")
    contents = [(SOURCE / name).read_bytes() for name in _FILES]
    digest, stamp = hashlib.sha256(b"".join(contents)).hexdigest(), HOME / "installed"
    if stamp.exists() and stamp.read_text() == digest:
        return HOME
    HOME.mkdir(exist_ok=True)
    stamp.unlink(missing_ok=True)
    for name in _FILES:
        shutil.copy(SOURCE / name, HOME)
    start.say("Installing boardgame.io, which takes half a minute, this once")
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=HOME, check=False, capture_output=True, text=True)  # noqa: S603  (pinned by hashes)
    if done.returncode:
        raise NodeError(done.stderr)
    stamp.write_text(digest)
    return HOME

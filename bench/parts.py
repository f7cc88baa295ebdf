"""Whose code the CPU time of a move is spent in: `start.py bench parts`.

Moves go through the whole service in this process, without a network, and a signal looks every
half millisecond of CPU time which package is at work: the innermost frame's, the standard
library's being its caller's. What a library does in C counts as the frame that called it.
"""

from __future__ import annotations

import collections
import io
import json
import signal
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import start
from bench import guards, reads
from bench.cluster import cluster
from bench.kinds import path
from bench.server import HOST
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator
    from types import FrameType

    from bench.stage import Game

    Work = Callable[[Game], int]

_EVERY_SECONDS = 0.0005
_PACKAGES = "site-packages/"
_STANDARD = str(Path(json.__file__).parents[1])
# Folders with a part of their own. The second calls psycopg's C, which has no frames.
_OWN_PARTS = {"games/engine": "games/engine", "agnes_site/postgresql": "psycopg"}
_WARM_UP_GAMES = 2


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/parts.json`."""
    number = 4 if options.quick else 40 * options.rounds
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster(**guards.SETTINGS))
        stage = Stage(private.url, folder)
        stage.build()
        play = _player(stage)
        for game in stage.games(_WARM_UP_GAMES):
            play(game)
        games, seen = stage.games(number), collections.Counter[str]()
        began = time.process_time()
        with _watched(seen):
            moves = sum(map(play, games))
        used = time.process_time() - began
    rows = table(seen, 1e6 * used / moves)
    for row in rows:
        print(f"{row['part']:<24}{row['share']:>7.1%}{row['us']:>8.0f} µs")
    print(f"{'a move':<24}{'':>7}{1e6 * used / moves:>8.0f} µs, {moves:,} moves")
    reads.save("parts", {"rows": rows, "moves": moves})


def table(seen: collections.Counter[str], microseconds: float) -> list[dict[str, Any]]:
    """Parts, the largest first, with their share and what that is of `microseconds` a move."""
    total = seen.total() or 1
    return [
        {"part": part, "share": count / total, "us": microseconds * count / total}
        for part, count in seen.most_common()
    ]


def part_of(file: str) -> str:
    """Whose a source file is; "" for the standard library's, which works for its caller."""
    if _PACKAGES in file:
        return file.rpartition(_PACKAGES)[2].split("/")[0]
    if file.startswith(f"{start.ROOT}/"):
        own = file.removeprefix(f"{start.ROOT}/")
        return _OWN_PARTS.get(str(Path(own).parent), own.split("/")[0])
    return "" if file.startswith((_STANDARD, "<frozen")) else "other"


@contextmanager
def _watched(seen: collections.Counter[str]) -> Iterator[None]:
    def look(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            part = part_of(frame.f_code.co_filename)
            if part:
                seen[part] += 1
                return
            frame = frame.f_back

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, _EVERY_SECONDS, _EVERY_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _player(stage: Stage) -> Work:
    """What plays the line of a game and tells how many moves that was."""
    from agnes_site.wsgi import application

    def play(game: Game) -> int:
        for ply, move in enumerate(stage.lines[game.line]):
            body = json.dumps({"ply": ply, "move": move}).encode()
            said: list[str] = []
            answer = application(
                _request(game, body), lambda status, _, said=said: said.append(status)
            )
            b"".join(answer)
            answer.close()
            assert said == ["200 OK"], said  # noqa: S101  (else it measures something else)
        return len(stage.lines[game.line])

    return play


def _request(game: Game, body: bytes) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path(game),
        "QUERY_STRING": "",
        "SERVER_NAME": HOST,
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": HOST,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": HOST,
        "HTTP_AUTHORIZATION": f"Bearer {game.token}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }

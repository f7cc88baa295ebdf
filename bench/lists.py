"""Lists, histories and records among 1 million games, or 10 million: `start.py bench lists`.

Two hundred players share the games. `ratio` compares a deep page with the first page of the same
list, and a history or a record with a view that does nothing.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import start
from bench import generate, reads
from bench.cluster import cluster
from bench.server import granian
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace

    from bench.server import Server

GAMES, BIG, QUICK = 1_000_000, 10_000_000, 50_000
DEEP = 0.9  # of a player's games lie before a deep page
_ASKERS, _SHOWN = 20, 400
_LIST = "/api/v1/games"
_FILTERS = ("", "status=won", "status=conceded", "kind=daily", "status=playing")
_ROWS, _NO_ROWS = '"results":[{"id":', '"results":['


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/lists.json`."""
    number = QUICK if options.quick else BIG if options.big else GAMES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster(**reads.SETTINGS))
        stage = Stage(private.url, folder)
        stage.build()
        start.say(f"Making {number:,} games")
        generate.casual_games(stage, number)
        generate.settle()
        generate.verify([], games=200)
        size = generate.bytes_of("games_game")
        server = stack.enter_context(granian(stage.env, options.workers))
        floor = stack.enter_context(
            granian(stage.env, options.workers, "bench.floor_wsgi:application")
        )
        found = [trivial(floor), *shown(stage, server), *listed(stage, server)]
        rows = reads.rounds_with_blocks(found, options, private)
    compare(rows)
    print(reads.table(rows))
    print(f"{size / number:,.0f} bytes a game with its indexes")
    result = {"games": number, "bytes_a_game": size / number, "rows": rows}
    reads.save("lists_big" if options.big else "lists", {**result, "workers": options.workers})


def trivial(floor: Server) -> reads.Read:
    """A view that asks for nobody and nothing."""
    return reads.Read("trivial view", floor, [reads.request("/api/floor")], '"floor":true')


def shown(stage: Stage, server: Server) -> list[reads.Read]:
    """Finished games of their own players, anywhere in the table: whole, history, record."""
    from games.models import Game

    random = Random(1)  # noqa: S311  (no secret)
    tokens = {player.pk: token for player, token in stage.players}
    last = Game.objects.latest("pk").pk
    some = [random.randint(last // 2, last) for _ in range(_SHOWN)]
    rows = Game.objects.filter(pk__in=some, status="won").values_list("pk", "player")
    games = [(f"{_LIST}/{pk}", tokens[player]) for pk, player in rows]
    parts = [("game", "", '"id":'), ("history", "/moves", '"results":[{"ply":1,')]
    return [
        reads.Read(name, server, [reads.request(path + part, token) for path, token in games], mark)
        for name, part, mark in [*parts, ("record", "/record", "[")]
    ]


def listed(stage: Stage, server: Server) -> list[reads.Read]:
    """The first page and a deep page of each list; some lists are empty."""
    found = []
    for asked in _FILTERS:
        name, is_empty = f"list {asked}".strip(), asked in {"kind=daily", "status=playing"}
        mark = _NO_ROWS if is_empty else _ROWS
        askers = stage.players[:_ASKERS]
        first = [reads.request(f"{_LIST}?{asked}", token) for _, token in askers]
        found.append(reads.Read(f"{name}, first page", server, first, mark))
        if not is_empty:
            deep = [
                reads.request(f"{_LIST}?{asked}&cursor={_deep(player, asked)}", token)
                for player, token in askers
            ]
            found.append(reads.Read(f"{name}, deep page", server, deep, mark))
    return found


def _deep(player: Any, asked: str) -> str:
    """The cursor of a page behind most of a player's games in a list."""
    from games.models import Game
    from games.selectors.keyset import Listing

    wanted = dict([asked.split("=")]) if asked else {}
    games = Game.objects.filter(player=player, **wanted).order_by("-id")
    listing: Listing[Any] = Listing(lambda: games, ["-id"])
    number = games.count()
    row = games[min(int(number * DEEP), number - 2)]
    after = listing.page(around=row, limit=1).next
    if after is None:
        raise ValueError("the games are too few for a deep page")
    return after


def compare(rows: list[dict[str, Any]]) -> None:
    """Put the ratios in."""
    named = {row["name"]: row for row in rows}
    for row in rows:
        name, _, page = row["name"].partition(", ")
        if page == "deep page":
            row["ratio"] = reads.ratio(row, named[f"{name}, first page"])
        elif not page and name != "trivial view":
            row["ratio"] = reads.ratio(row, named["trivial view"])

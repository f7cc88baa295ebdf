"""The table of games in 16 partitions, tried on 2 million games: `start.py bench partition`.

Runs bench/partition.sql, and times what reads games before and after it, in the database alone.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import start
from bench import generate, reads
from bench.cluster import cluster
from bench.lists import QUICK
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace

    from psycopg import Connection

GAMES = 2_000_000
SQL = start.ROOT / "bench" / "partition.sql"
_TIMES = 300
_STATEMENTS = {
    "a game": "SELECT * FROM games_game WHERE id = %(game)s",
    "a page of a player's games": (
        "SELECT * FROM games_game WHERE player_id = %(player)s AND id < %(game)s"
        " ORDER BY id DESC LIMIT 51"
    ),
    "a move": (
        "UPDATE games_game SET history = history || ' deal', ply = ply + 1"
        " WHERE id = %(game)s AND ply = (SELECT ply FROM games_game WHERE id = %(game)s)"
    ),
}


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/partition.json`."""
    number = options.games or (QUICK if options.quick else GAMES)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster(**reads.SETTINGS, maintenance_work_mem="512MB"))
        stage = Stage(private.url, folder)
        stage.build()
        start.say(f"Making {number:,} games")
        generate.casual_games(stage, number)
        generate.settle()
        players = [player.pk for player, _ in stage.players]
        with private.connect() as connection:
            before = _times(connection, number, players)
            size = generate.bytes_of("games_game")
            start.say("Moving them into partitions")
            begin = time.perf_counter()
            with connection.transaction():
                connection.execute(SQL.read_text())
            seconds = time.perf_counter() - begin
            generate.settle()
            after = _times(connection, number, players)
            parts = _size_of_parts(connection)
        _use(stage)
        generate.verify([], games=200)
    for name in _STATEMENTS:
        print(f"{name:<28}{before[name]:>7.2f} ms whole{after[name]:>7.2f} ms in partitions")
    print(f"{seconds:,.0f} s to move {number:,} games; {size / 2**30:.2f} GB, {parts / 2**30:.2f}")
    figures = {"seconds": seconds, "bytes": size, "bytes_in_parts": parts}
    reads.save("partition", {"games": number, **figures, "before": before, "after": after})


def _times(connection: Connection[Any], number: int, players: list[int]) -> dict[str, float]:
    """Median milliseconds of each statement on random games."""
    random = Random(1)  # noqa: S311  (no secret)
    found = {}
    for name, statement in _STATEMENTS.items():
        times = []
        for _ in range(_TIMES):
            values = {"game": random.randint(1, number), "player": random.choice(players)}
            begin = time.perf_counter()
            connection.execute(statement, values, prepare=True)
            times.append(time.perf_counter() - begin)
        found[name] = 1000 * median(times[_TIMES // 10 :])
    # The moves were none of the rules: take them back, so that the games verify.
    connection.execute(
        "UPDATE games_game SET history = left(history, -5), ply = ply - 1"
        " WHERE history LIKE '%% deal'"
    )
    return found


def _size_of_parts(connection: Connection[Any]) -> int:
    row = connection.execute(
        "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits"
        " WHERE inhparent = 'games_game'::regclass"
    ).fetchone()
    return int(row[0]) if row else 0


def _use(stage: Stage) -> None:
    """Start a game through the service: ids go on, and a second one in a contest is refused."""
    from django.db import IntegrityError, transaction
    from django.utils import timezone

    from games.models import Game
    from games.services.dailies import contest_create
    from games.services.games import ranked_game_open
    from games.tests import playing

    deal = playing.deal_numbered(playing.WINNABLE)
    contest = contest_create(day=timezone.now().date(), deal=deal)
    player = stage.players[0][0]
    game, is_new = ranked_game_open(player=player, contest=contest, now=timezone.now())
    if not is_new or Game.objects.filter(pk=game.pk).count() != 1:
        raise ValueError("a new game is not found")
    try:
        with transaction.atomic():
            game.pk = None
            game.save(force_insert=True)
    except IntegrityError:
        return
    raise ValueError("a player has two games in a contest")

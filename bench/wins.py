"""Winning moves, all of one day and with one number of moves, at once: `start.py bench wins`.

Such wins write the same rows of the tallies, and each waits for the one before to commit. Beside
them, in turn: the same winning move in casual games, which writes no board at all.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import start
from bench import generate, reads
from bench.cluster import cluster
from bench.moves import converse
from bench.server import HOST, granian
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace

    from bench.server import Server

CLIENTS = (1, 8, 32)
WINS, QUICK_WINS = 240, 60  # of each kind, for each number of clients and round
_LONG_ENOUGH = 600.0


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/wins.json`."""
    each = QUICK_WINS if options.quick else WINS
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster())
        stage = Stage(private.url, folder)
        stage.build()
        games = _games(each * len(CLIENTS) * options.rounds)
        server = stack.enter_context(granian(stage.env, options.workers))
        rows = [_row(server, clients, games, each, options.rounds) for clients in CLIENTS]
        _check()
    for row in rows:
        print(
            f"{row['clients']:>3} clients: {row['ranked']:>6,.0f} wins/s on one board,"
            f"{row['casual']:>6,.0f} casual wins/s, ratio {row['ratio']:.2f}"
        )
    reads.save("wins", {"workers": options.workers, "rows": rows})


def _games(number: int) -> dict[str, list[tuple[int, str]]]:
    """Games one move before the win, with their players' tokens: on one board, and casual."""
    from django.utils import timezone

    from accounts.models import User
    from accounts.services.tokens import token_create
    from games.models import Contest, Game
    from games.services.dailies import contest_create
    from games.services.games import game_start
    from games.services.recounts import boards_recount
    from games.tests import playing

    start.say(f"Making {2 * number:,} games one move before the win")
    now = timezone.now()
    deal = playing.deal_numbered(playing.WINNABLE)
    first = User.objects.create_user("first")
    contest: Contest = contest_create(day=now.date(), deal=deal)
    templates = {
        "ranked": playing.ranked_game(first, contest, now),
        "casual": game_start(player=first, deal=deal, now=now),
    }
    crowd = generate.Crowd(number)
    for game in templates.values():
        playing.play_line(game, playing.WINNING_LINE[:-1], now)
        generate.copies(game, crowd)
    boards_recount()
    generate.settle()
    tokens = {
        player.pk: token_create(player=player)[1]
        for player in User.objects.filter(pk__gt=crowd.base)
    }
    return {
        name: [
            (pk, tokens[player])
            for pk, player in Game.objects.filter(contest=game.contest, player__gt=crowd.base)
            .order_by("pk")
            .values_list("pk", "player")
        ]
        for name, game in templates.items()
    }


def _row(
    server: Server,
    clients: int,
    games: dict[str, list[tuple[int, str]]],
    each: int,
    rounds: int,
) -> dict[str, Any]:
    rates: dict[str, list[float]] = {name: [] for name in games}
    for _ in range(rounds):
        for name, some in games.items():
            now, some[:each] = some[:each], []
            rates[name].append(_rate(server, clients, now))
    found = {name: median(each) for name, each in rates.items()}
    ratio = median(a / b for a, b in zip(rates["ranked"], rates["casual"], strict=True))
    return {"clients": clients, **found, "ratio": ratio}


def _rate(server: Server, clients: int, games: list[tuple[int, str]]) -> float:
    """Winning moves a second. ValueError for one that is not answered so."""
    from games.tests.playing import WIN_MOVES, WINNING_LINE

    body = json.dumps({"ply": WIN_MOVES - 1, "move": WINNING_LINE[-1]})
    end = f"Content-Length: {len(body)}\r\n\r\n{body}"
    heads = [
        f"POST /api/v1/games/{pk}/moves HTTP/1.1\r\nHost: {HOST}\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        for pk, token in games
    ]
    answers = converse(
        {
            "host": HOST,
            "port": server.port,
            "seconds": _LONG_ENOUGH,
            "again": False,
            "lines": [[[end, "200", '"status":"won"', 1]]],
            "connections": [[[head, 0] for head in heads[n::clients]] for n in range(clients)],
        }
    )
    if answers["wrong_answers"]:
        raise ValueError(answers["wrong"][0])
    return float(answers["answers"] / answers["seconds"])


def _check() -> None:
    """Every win is on the boards. CommandError."""
    from django.core.management import call_command

    call_command("verify_games")

"""Boards of 10 thousand, 100 thousand and 1 million results side by side: `start.py bench boards`.

One database holds a board of each size, in a year of its own, and the slices come in turn. The
ratio is that of the rate on the smallest board to the rate on this one: 1 is flat.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import start
from bench import generate, reads
from bench.cluster import cluster
from bench.server import granian
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace

    from accounts.models import User
    from bench.server import Server

SIZES, QUICK_SIZES = (10_000, 100_000, 1_000_000), (1_000, 10_000)
DAYS = 7  # of which each has half the players of the one before
_ASKERS = 40
_FIRST_YEAR = 2023
_MARK = '"results":[{"rank":'


class Sized:
    """The boards of one size: a day with so many results, and the year it lies in."""

    def __init__(
        self, templates: generate.Templates, crowd: generate.Crowd, size: int, year: int
    ) -> None:
        self.size, self.year, self.day = size, year, date(year, 1, 5)
        days = [self.day + timedelta(days=n) for n in range(DAYS)]
        self.contests = [templates.spread(day, crowd, 2**n, size) for n, day in enumerate(days)]
        self.crowd = crowd

    def askers(self) -> list[tuple[User, str]]:
        """Some winners of the day, anywhere on its board, with tokens."""
        from accounts.models import User
        from accounts.services.tokens import token_create

        random = Random(self.size)  # noqa: S311  (no secret)
        some = [self.crowd.base + random.randint(1, self.size) for _ in range(8 * _ASKERS)]
        winners = User.objects.filter(
            pk__in=some, is_hidden=False, games__contest=self.contests[0], games__status="won"
        )
        chosen = random.sample(list(winners.order_by("pk")), _ASKERS)
        return [(user, token_create(player=user)[1]) for user in chosen]

    def reads(self, server: Server) -> list[reads.Read]:
        """The four ways to read each of the two boards."""
        from games.selectors.boards import contest_board, period_board

        askers = self.askers()
        day, period = f"/api/v1/daily/{self.day}/leaderboard", f"/api/v1/leaderboards/{self.year}"
        deep = {
            "day": [
                contest_board(self.contests[0], user, around_me=True).page.next
                for user, _ in askers
            ],
            "period": [
                period_board(str(self.year), user, around_me=True).page.next for user, _ in askers
            ],
        }
        found = []
        for name, path in (("day", day), ("period", period)):
            requests = {
                "first page": [reads.request(path)],
                "me": [reads.request(path, token) for _, token in askers],
                "around me": [reads.request(f"{path}?around=me", token) for _, token in askers],
                "deep page": [
                    reads.request(f"{path}?cursor={cursor}") for cursor in deep[name] if cursor
                ],
            }
            found += [
                reads.Read(f"{name}, {kind}, {self.size:,}", server, texts, _MARK)
                for kind, texts in requests.items()
            ]
        return found


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/boards.json`."""
    sizes = QUICK_SIZES if options.quick else SIZES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        private = stack.enter_context(cluster(**reads.SETTINGS))
        stage = Stage(private.url, folder)
        stage.build()
        sized = build(sizes)
        server = stack.enter_context(granian(stage.env, options.workers))
        alike = zip(*(each.reads(server) for each in sized), strict=True)
        rows = reads.rounds_with_blocks([read for sort in alike for read in sort], options, private)
    for place, row in enumerate(rows):
        row["ratio"] = reads.ratio(rows[place - place % len(sizes)], row)
    print(reads.table(rows))
    worst = max(rows, key=lambda row: row["ratio"])
    print(f"The least flat: {worst['name']}, ratio {worst['ratio']:.2f}")
    reads.save("boards", {"sizes": sizes, "workers": options.workers, "rows": rows})


def build(sizes: tuple[int, ...]) -> list[Sized]:
    """Fill the database with a board of every size."""
    from games.services.recounts import boards_recount

    start.say(f"Making {max(sizes):,} players and {2 * sum(sizes):,} games")
    with generate.bulk("games_game", "games_standing"), generate.unchecked():
        templates = generate.Templates(date(_FIRST_YEAR - 1, 1, 5))
        crowd = generate.Crowd(max(sizes))
        years = enumerate(sizes, _FIRST_YEAR)
        sized = [Sized(templates, crowd, size, year) for year, size in years]
        start.say("Counting the boards")
        generate.execute("ANALYZE games_game, accounts_user")
        boards_recount()
    generate.settle()
    smallest = sized[0].contests
    for contest in smallest:
        contest.refresh_from_db()
    generate.verify(smallest, games=200)
    return sized

"""Deals whose end is known, and short ways to get there.

The seeds are small numbers, so that nobody takes them for drawn ones. The lines were found by a
search; playing them is what proves them.
"""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db import connections

from accounts.models import User
from games.engine import RULES_VERSION, SHUFFLE_VERSION, deck_of, parse_history
from games.models import Deal
from games.services.dailies import contest_create
from games.services.deals import deal_from_deck
from games.services.games import game_play, game_start, ranked_game_open

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from rest_framework.test import APIClient

    from games.models import Contest, Game

WINNABLE = 108
_WINNING_LINE = (
    "r6-f r1-t6 r7-t6 t7-t1 deal r5-f deal r2-f r3-f r6-t6 r5-t7 r1-t2 t6-t7:5 deal x1-t1 t6-t1 "
    "t1-t6:4 r2-t1 t3-t1 t3-f r4-t3 t3-t1:2 r7-t3 r1-t3 r7-t6 r2-t6 x2-t6 t7-t3:7 t5-t6 t5-f t4-f "
    "t4-f t4-f t6-f t6-t4:4 t3-t5:7 t4-t6:4 t7-t3 r4-t7 r4-f t6-f t2-f t6-f t2-f t2-f t6-f t6-f "
    "r6-t7 r5-t2 r3-t7 r3-f t6-t1:2 t7-t3:4 t7-f t7-f t5-f t5-f t5-f t4-f t5-f t5-f t6-f t7-t2 "
    "t6-t2 t6-f t5-t4:4 t5-f t3-f t1-f t1-f t3-f t3-f t1-f t4-f t1-f t4-f t1-f t6-f t3-f t2-f "
    "t3-f t2-f t3-f t1-f t3-f t4-f t2-f t4-f"
)
WINNING_LINE = _WINNING_LINE.split()
WIN_MOVES = len(WINNING_LINE)

LOSABLE = 20
LOSING_LINE = ["deal", "deal", "deal", "r7-t1"]

LOST_BY_DEALING = 210
LAST_DEALS = ["deal", "deal", "deal"]


def seed_numbered(number: int) -> bytes:
    return number.to_bytes(32, "big")


def deal_numbered(number: int) -> Deal:
    seed = seed_numbered(number)
    return Deal.objects.create(
        seed=seed.hex(),
        shuffle_version=SHUFFLE_VERSION,
        rules_version=RULES_VERSION,
        deck=str(deck_of(seed)),
    )


def daily_on(day: date, number: int = WINNABLE) -> Contest:
    """The daily of a day, on a deal whose end is known."""
    return contest_create(day=day, deal=deal_numbered(number))


def detoured(detours: int) -> list[str]:
    """The winning line with needless undos in front: each makes it two moves longer."""
    return [*(["r6-f", "undo"] * detours), *WINNING_LINE]


def stretches(line: Sequence[str]) -> list[list[str]]:
    """Cut a line behind its deals: what comes then nobody can know before."""
    cut: list[list[str]] = [[]]
    for move in line:
        cut[-1].append(move)
        if move == "deal":
            cut.append([])
    return [stretch for stretch in cut if stretch]


def play_line(game: Game, line: Sequence[str], at: datetime) -> Game:
    for stretch in stretches(line):
        actions = parse_history(" ".join(stretch))
        game = game_play(game=game, sent_ply=game.ply, actions=actions, now=at)
    return game


def post_line(client: APIClient, url: str, line: Sequence[str]) -> Any:
    """Send a line from ply 0 on, and return the last answer."""
    ply = 0
    for stretch in stretches(line):
        answer = client.post(url, {"ply": ply, "moves": stretch})
        ply += len(stretch)
    return answer


def casual_game(player: User, number: int, at: datetime) -> Game:
    return game_start(player=player, deal=deal_numbered(number), now=at)


def casual_game_on_own_deck(player: User, at: datetime) -> Game:
    """A casual game on the winnable deck, which its player brought and so knows."""
    deal = deal_from_deck(deck=deck_of(seed_numbered(WINNABLE)))
    return game_start(player=player, deal=deal, now=at)


def ranked_game(player: User, contest: Contest, at: datetime) -> Game:
    game, _ = ranked_game_open(player=player, contest=contest, now=at)
    return game


def win(player: User, contest: Contest, at: datetime, detours: int = 0) -> Game:
    """A ranked game of a contest, started and won at a time."""
    return play_line(ranked_game(player, contest, at), detoured(detours), at)


def players(number: int) -> list[User]:
    """Players `player1`, `player2`, ... without a password, and new to nobody."""
    joined = datetime(2026, 11, 1, tzinfo=UTC)
    names = [f"player{n}" for n in range(1, number + 1)]
    return [User.objects.create_user(name, date_joined=joined) for name in names]


def in_lock_step(rounds: int, *workers: Callable[[int], Any]) -> list[list[Any]]:
    """Run every worker on a thread of its own, all starting each round at the same moment.

    Returns what each round gave, a list per worker. A worker that raises fails the test.
    """
    gate = threading.Barrier(len(workers), timeout=30)
    given: list[list[Any]] = [[] for _ in workers]

    def run(number: int) -> None:
        try:
            for n in range(rounds):
                gate.wait()
                given[number].append(workers[number](n))
        except BaseException:
            gate.abort()
            raise
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(workers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(answers) == rounds for answers in given), "a thread has failed"
    return given

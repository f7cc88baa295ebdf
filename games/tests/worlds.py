"""Two worlds that differ in nothing but cards nobody has been dealt, and what both show (R13).

A world is made, played in and looked at within a transaction that is rolled back, so the second
one has the same ids. Clock, session keys, tokens and CSRF tokens are the same in both. All that
leaves the service is noted: answers with their headers, log lines, SQL statements.
"""

from __future__ import annotations

import logging
import os
import random
import secrets
import time
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.tokens import token_create
from agnes_site.tests.routes import METHODS, Route, every_route
from conftest import NOON
from games.engine import DEAL, Command, Deck, Position, deck_of, legal_moves, replay
from games.models import Deal
from games.services.certification import Certificate, deal_certify
from games.services.dailies import contest_create
from games.services.games import game_play, game_start, ranked_game_open
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from conftest import Clock
    from games.engine import Move
    from games.models import Contest, Game

OPEN_CARDS, STOCK, PER_DEAL = 36, 16, 7
PASSWORD = "correct horse battery"
# One counts the requests of the whole process, the other offers the time of a clock of its own.
UNCOMPARED = {"metrics", "mfa_authenticator_add"}
SAME_FOR_ALL = {"schema", "api-docs", "rules", "problems", "healthz", "readyz"}
# What ends sessions or makes many deals is left to the end, or to tests of its own.
SESSION_ENDING = {"account_logout", "logout"}
QUERIES = {
    "api-daily-board": ["?around=me", "?limit=1", "?cursor=x"],
    "api-dailies": ["?limit=1"],
    "api-period-board": ["?around=me"],
    "api-games": ["?status=playing", "?kind=daily", "?limit=1"],
    "api-game-moves": ["?positions=1", "?limit=2"],
    "api-game-hint": ["?level=verdict"],
    "my_games": ["?status=playing", "?status=won"],
    "history": ["?ply=1"],
    "games_game_changelist": ["?status__exact=playing", "?q=ann", "?o=3"],
    "games_deal_changelist": ["?verdict__exact=won", "?o=2", "?seed__startswith=0", "?deck=x"],
}


class Seen(NamedTuple):
    """What one request has made visible, to whoever sees answers, logs or the database's work."""

    request: str
    status: int
    headers: dict[str, str]
    cookies: str
    body: bytes
    logs: list[str]
    statements: list[str]


class Plan(NamedTuple):
    """What both worlds have in common: the session is drawn from `number`.

    `deals` of the stock are dealt at most; the cards behind them differ. `later` is how far the
    clock goes on before the end. Of all requests there are to send one in `one_in` is sent, each of
    them in some game of as many in a row.
    """

    number: int
    ranked: bool
    deals: int
    later: timedelta
    one_in: int

    @classmethod
    def numbered(cls, number: int, one_in: int) -> Plan:
        later = timedelta(hours=[0, 0, 0, 13][number % 4])
        return cls(number, number % 3 != 0, number // 2 % 3, later, one_in)

    def decks(self) -> tuple[Deck, Deck]:
        """Return two decks that are alike as far as anybody will see."""
        one = str(deck_of(playing.seed_numbered(self.number))).split()
        seen = OPEN_CARDS + PER_DEAL * self.deals
        tail, chance = one[seen:], random.Random(self.number)
        while tail == one[seen:]:
            chance.shuffle(tail)
        return Deck.parse(" ".join(one)), Deck.parse(" ".join(one[:seen] + tail))


class World:
    """One of the two: its players, and what they have seen."""

    def __init__(self, plan: Plan, deck: Deck, *, is_first: bool, clock: Clock) -> None:
        self.plan, self.clock = plan, clock
        self.chance = random.Random(plan.number)
        self.seen: list[Seen] = []
        self.considered = plan.number
        clock.now = NOON
        self.players = {
            name: User.objects.create_user(name, f"{name}@example.org", PASSWORD, date_joined=NOON)
            for name in ("ann", "bob", "cleo")
        }
        self.players["staff"] = User.objects.create_superuser(
            "staff", "", PASSWORD, date_joined=NOON
        )
        self.deal = _deal(plan.number, deck, is_first=is_first)
        _fill_pool()
        self.contest = self._contest()
        self.game = self._game("ann")
        self._let_cleo_play()
        self.readers = self._readers()

    def _contest(self) -> Contest:
        deal = self.deal if self.plan.ranked else playing.deal_numbered(playing.WINNABLE)
        contest = contest_create(day=NOON.date(), deal=deal)
        # It is a hash of the seed with 256 unknown bits: the one thing that may differ.
        contest.commitment = "c0" * 32
        contest.save()
        return contest

    def _game(self, name: str) -> Game:
        player, now = self.players[name], self.clock.now
        if self.plan.ranked:
            return ranked_game_open(player=player, contest=self.contest, now=now)[0]
        return game_start(player=player, deal=self.deal, now=now)

    def _let_cleo_play(self) -> None:
        """Another player sees more cards and plays by them, so that her history differs.

        How many actions it has may be known, so they are as many in both worlds.
        """
        now, player = self.clock.now, self.players["cleo"]
        game, _ = ranked_game_open(player=player, contest=self.contest, now=now)
        game = playing.play_line(game, ["deal", "deal"], now)
        if all(_plays_after_two_deals(deck) for deck in self.plan.decks()):
            moves = legal_moves(Position.parse(game.position))
            best = [move for move in moves if move.source.letter in "rx"] or moves
            for action in (best[-1], Command.UNDO) * 3:
                game = game_play(game=game, sent_ply=game.ply, actions=[action], now=now)
        self.others_game = game

    def _readers(self) -> dict[str, Client]:
        programs: dict[str, Client] = {}
        for name in ("ann", "bob"):
            _, secret = token_create(player=self.players[name], name="program")
            program = APIClient(raise_request_exception=False)
            program.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
            programs[f"{name}'s program"] = program
        for name in ("ann", "bob", "staff"):
            browser = Client(raise_request_exception=False)
            browser.force_login(self.players[name])
            programs[name] = browser
        programs["nobody"] = Client(raise_request_exception=False)
        return programs

    # -- Asking

    def ask(self, reader: str, method: str, address: str, body: Any = None) -> Any:
        """Send a request, note down all that can be seen of it, and return the answer."""
        statements: list[str] = []

        def note(execute: Any, sql: str, *rest: Any) -> Any:
            # The names of savepoints count on and on.
            statements.append(sql.split()[0] if "SAVEPOINT" in sql else sql)
            return execute(sql, *rest)

        options = {} if body is None else {"data": body, "content_type": "application/json"}
        client = self.readers[reader]
        if isinstance(client, APIClient) and body is not None:
            options = {"data": body, "format": "json"}
        with connection.execute_wrapper(note), _logs() as logs:
            answer: Any = getattr(client, method)(address, **options)
            content = answer.getvalue() if answer.streaming else answer.content
        request = f"{reader}: {method.upper()} {address} {body or ''}"
        headers, cookies = dict(answer.headers), answer.cookies.output()
        self.seen.append(
            Seen(request, answer.status_code, headers, cookies, content, logs, statements)
        )
        return answer

    def addresses(self, route: Route) -> Iterator[str]:
        """Yield the addresses of a route that have to do with the game, its deal, its contest."""
        rows = {"deal": self.deal, "contest": self.contest, "user": self.players["ann"]}
        kind = "".join(route.path.removeprefix("admin/").split("/")[1:2])
        mine = {"game_id": self.game.pk, "object_id": rows.get(kind, self.game).pk}
        yield route.address(**mine)
        for query in QUERIES.get(route.name, ()):
            yield route.address(**mine) + query
        if "game_id>" in route.path or "games/game/<path:object_id>" in route.path:
            yield route.address(game_id=self.others_game.pk, object_id=self.others_game.pk)
        if "day>" in route.path:
            yield route.address(day=NOON.date())

    # -- A session

    def live(self) -> list[Seen]:
        """Play, look around, do everything else there is to do; return all that was seen."""
        for _ in range(self.chance.randrange(3, 9)):
            self.act()
        self.clock.move(seconds=self.plan.later.total_seconds())
        self.look_around()
        self.try_everything()
        if self.plan.ranked:  # a casual game that is over shows its deck
            self.play({"ply": self._shown()["ply"], "move": "concede"})
            self.look_around()
        return self.seen

    def play(self, body: dict[str, Any]) -> None:
        self.ask("ann's program", "post", f"/api/v1/games/{self.game.pk}/moves", body)

    def _shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(
            "ann's program", "get", f"/api/v1/games/{self.game.pk}"
        ).json()
        return found

    def act(self) -> None:
        """Send one request of a player's, sensible or not, that deals no card too many."""
        game = self._shown()
        ply, stock = game["ply"], game["position"].split()[-1].removeprefix("?")
        may_deal = STOCK - int(stock.replace("-", "0")) < PER_DEAL * self.plan.deals
        plays = [move for move in game["legal_moves"] if move != "deal"]
        wishes: list[Any] = [{"move": move} for move in plays]
        wishes += [{"move": "undo"}, {"move": "r7-t1"}, {"move": "nonsense"}]
        wishes += [{"moves": ["deal", self.chance.choice(FROM_RESERVES), "t1-t1"]}]
        wishes += [{"moves": ["deal"] * 4}, {"moves": ["deal", "deal", "deal", "t1-t2"]}]
        body = {"move": "deal"} if may_deal and self.chance.random() < 0.6 else None
        self.play({"ply": ply, **(body or self.chance.choice(wishes))})
        self.play({"ply": ply + self.chance.choice([-2, 7]), "move": "deal"})

    def look_around(self) -> None:
        """Read every address, as everybody."""
        for route in every_route():
            if route.name in UNCOMPARED | SESSION_ENDING:
                continue
            for address in self.addresses(route):
                for reader in self._who_may_care(route):
                    if self._is_due():
                        self.ask(reader, "get", address)

    def _is_due(self) -> bool:
        self.considered += 1
        return self.considered % self.plan.one_in == 0

    def _who_may_care(self, route: Route) -> list[str]:
        if route.path.startswith("admin/"):
            return ["staff"]
        if route.name in SAME_FOR_ALL:
            return ["nobody"]
        if route.path.startswith("api/"):
            return ["ann's program", "bob's program", "nobody", "staff"]
        return ["ann", "bob", "nobody"]

    def try_everything(self) -> None:
        """Send every method but GET to every address of API and pages, with too little in it."""
        for route in every_route():
            if route.name in UNCOMPARED | SESSION_ENDING or route.path.startswith("admin/"):
                continue
            address = route.address(game_id=self.game.pk)
            for method in sorted(METHODS - {"get"} | {"head", "options"}):
                if self._is_due():
                    who = self.chance.choice(self._who_may_care(route))
                    self.ask(who, method, address, {} if method == "post" else None)
        for body in ({"deal": self.deal.pk}, {"daily": "today"}, {"deal": 10**9}):
            self.ask("bob's program", "post", "/api/v1/games", body)


def _plays_after_two_deals(deck: Deck) -> list[Move]:
    position = replay(deck, [DEAL, DEAL]).position
    return [move for move in legal_moves(position) if move != DEAL]


FROM_RESERVES = [f"r{n}-{to}" for n in range(1, 8) for to in ("f", "t1", "t4", "t7")]


def _deal(number: int, deck: Deck, *, is_first: bool) -> Deal:
    """A deal of which everything is different that follows from the hidden cards."""
    known: dict[str, Any] = {"verdict": "lost", "nodes": 4711, "blind_tries": 100, "blind_wins": 0}
    if is_first:
        known = {"verdict": "won", "nodes": 9, "par_moves": 61, "par_bound": 54}
        known |= {"blind_tries": 100, "blind_wins": 77}
    deal = playing.deal_numbered(number)
    Deal.objects.filter(pk=deal.pk).delete()
    columns = {"seed": deal.seed if is_first else "f0" * 32, "deck": str(deck), **known}
    return Deal.objects.create(
        pk=deal.pk,
        shuffle_version=deal.shuffle_version,
        rules_version=deal.rules_version,
        **columns,
    )


def _fill_pool() -> None:
    """So that nobody has to wait for a search who starts a casual game, or a new day."""
    for number in range(900_001, 900_013):
        certificate = Certificate(playing.seed_numbered(number), (), 1)
        deal_certify(certificate=certificate, is_pooled=True)


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def _logs() -> Iterator[list[str]]:
    """What is written to the log, tracebacks included."""
    handler = _Lines()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.lines
    finally:
        logging.getLogger().removeHandler(handler)


def both_worlds(
    plan: Plan, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Seen], list[Seen]]:
    """Return what was seen in the one world and in the other, request by request."""
    one, other = (
        _life(plan, deck, is_first=is_first, clock=clock, monkeypatch=monkeypatch)
        for deck, is_first in zip(plan.decks(), (True, False), strict=True)
    )
    return one, other


def _life(
    plan: Plan, deck: Deck, *, is_first: bool, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> list[Seen]:
    with monkeypatch.context() as patched, transaction.atomic():
        _determine(patched, plan.number)
        found = World(plan, deck, is_first=is_first, clock=clock).live()
        transaction.set_rollback(True)
    return found


def _determine(patched: pytest.MonkeyPatch, number: int) -> None:
    """Nothing is by chance, nothing remembered, and ids are given anew."""
    chance = random.Random(number)
    patched.setattr(secrets, "choice", chance.choice)
    patched.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))
    patched.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
    patched.setattr("knox.crypto.generate_bytes", chance.randbytes)
    patched.setattr(os, "urandom", chance.randbytes)
    patched.setattr(time, "time", NOON.timestamp)
    ContentType.objects.clear_cache()
    caches["process"].clear()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


def first_difference(one: list[Seen], other: list[Seen]) -> str | None:
    """Tell the first request by which the worlds could be told apart, and in what; else None.

    Hints alone may know the stock: a player who asks for one in a casual game asks for just that.
    """
    for here, there in zip(one, other, strict=False):
        is_hint = "/hint" in here.request and here.status == there.status == 200
        for field in ("request",) if is_hint else Seen._fields:
            mine, yours = getattr(here, field), getattr(there, field)
            if mine != yours:
                return f"{here.request}\n{field}: {mine!r}\n{' ' * len(field)}  {yours!r}"
    return None if len(one) == len(other) else "one world has asked more than the other"

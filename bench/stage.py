"""Players, tokens and games for a run, in a cluster of its own; Django, once it is set up."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command

import start
from bench import server

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Deal

VECTORS = start.ROOT / "games" / "tests" / "vectors" / "deals.json"
PLAYERS = 200
_PREPARATIONS = [["compile_catalogues"], ["migrate", "--no-input"]]


@dataclass(frozen=True)
class Game:
    """A game: what a client needs to play it. `line` is an index into `Stage.lines`.

    `pk` is a text where a peer gives it one.
    """

    pk: int | str
    token: str
    line: int


class Stage:
    """The service's own tables, filled through its services.

    `lines` are the won lines of `deals.json`, texts of moves; there is a deal for each.
    """

    def __init__(self, url: str, data: Path) -> None:
        self.env = {
            "DATABASE_URL": url,
            "AGNES_DATA_DIR": str(data),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DEBUG": "false",
            "ALLOWED_HOSTS": server.HOST,
            "AGNES_HTTPS": "false",
            "REDIS_URL": "",
            "LOG_LEVEL": "WARNING",
        }
        rows: list[dict[str, Any]] = json.loads(VECTORS.read_text())
        self.won = [row for row in rows if row["verdict"] == "won"]
        self.lines: list[list[str]] = [row["line"].split() for row in self.won]
        self.players: list[tuple[User, str]] = []
        self.deals: list[Deal] = []
        self.begun = 0

    def build(self) -> None:
        """Migrate, then make the players with their tokens and the deals."""
        os.environ.update(self.env, DJANGO_SETTINGS_MODULE="agnes_site.settings")
        django.setup()
        for command in _PREPARATIONS:
            call_command(*command, verbosity=0)
        from accounts.models import User
        from accounts.services.tokens import token_create
        from games.engine import Deck
        from games.services.deals import deal_from_deck

        self.deals = [deal_from_deck(deck=Deck.parse(row["deck"])) for row in self.won]
        for number in range(PLAYERS):
            player = User.objects.create_user(f"bench{number}")
            self.players.append((player, token_create(player=player)[1]))

    def games(self, number: int) -> list[Game]:
        """Begin casual games, on each deal and by each player in turn."""
        from django.db import transaction

        with transaction.atomic():
            return [self._game() for _ in range(number)]

    def under_way(self, number: int, ply: int) -> list[Game]:
        """Begin games and play so many moves of their lines."""
        from django.utils import timezone

        from games.engine import parse_action
        from games.models import Game as Row
        from games.services.games import game_play

        games = self.games(number)
        for game in games:
            row = Row.objects.select_related("deal", "contest", "player").get(pk=game.pk)
            actions = [parse_action(text) for text in self.lines[game.line][:ply]]
            game_play(game=row, sent_ply=0, actions=actions, now=timezone.now())
        return games

    def _game(self) -> Game:
        from django.utils import timezone

        from games.engine import Deck
        from games.services.deals import deal_from_deck
        from games.services.games import game_start

        line = self.begun % len(self.deals)
        player, token = self.players[self.begun % len(self.players)]
        self.begun += 1
        # Each player brings a deck, so may send lists that deal and go on (R13).
        deal = deal_from_deck(deck=Deck.parse(self.deals[line].deck))
        game = game_start(player=player, deal=deal, now=timezone.now())
        return Game(game.pk, token, line)

    def plies(self) -> int:
        """The actions of all games together, as the database has them."""
        from django.db.models import Sum

        total: int | None = self._rows().aggregate(total=Sum("ply"))["total"]
        return total or 0

    def finished(self) -> int:
        count: int = self._rows().filter(finished_at__isnull=False).count()
        return count

    def _rows(self) -> Any:
        from games.models import Game as Row

        return Row.objects

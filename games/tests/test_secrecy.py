"""Nothing undealt leaves the server: no card of the stock, no seed (R13).

A whole daily is won while every address is read, by the player, by another player, by nobody and
by the staff, before each deal of the stock.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.tests.asserting import problem_of
from agnes_site.tests.routes import METHODS
from conftest import client_of
from games.engine import Deck
from games.models import Contest, Game
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rest_framework.test import APIClient

    from conftest import Clock

CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[A23456789TJQK][CDHS])+(?![A-Za-z0-9])")

# The schema and its page show a deck of their own as an example.
WITH_EXAMPLES = ["/api/v1/schema", "/api/v1/docs", "/rules", "/problems"]
PAGES = [
    *["/", "/daily", "/daily/2026-11-30", "/daily/2026-11-30/leaderboard", "/games", "/me"],
    *["/leaderboards/all", "/leaderboards/2026-11", "/players/ann", "/players/bob"],
    *["/games/{game}", "/games/{game}/history", "/healthz", "/readyz", "/metrics"],
]
API = [
    *["daily", "daily/today", "daily/2026-11-30/leaderboard?around=me", "leaderboards/all"],
    *["games", "games/{game}", "games/{game}/moves", "games/{game}/moves?positions=1"],
    *["games/{game}/hint", "games/{game}/hint?level=verdict"],
    *["games/{game}/record", "me", "me/export", "players/ann", "tokens"],
]
STAFF = [
    *["game/", "game/{game}/change/", "contest/", "contest/{contest}/change/", "deal/"],
    *["deal/{deal}/change/", "game/{game}/history/"],
]


def cards_in(text: str) -> set[str]:
    """Return all cards that a text names, alone or one right after the other."""
    found = "".join(match[0] for match in CARDS.finditer(text))
    return {found[n : n + 2] for n in range(0, len(found), 2)}


def text_of(answer: Any) -> str:
    """Everything that was sent: body and headers."""
    body = answer.getvalue() if answer.streaming else answer.content
    return f"{body.decode()}{json.dumps(dict(answer.headers))}{answer.cookies}"


class Spies:
    """Everybody who might look, and what none of them may find yet."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deck = str(Deck.parse(game.deal.deck))
        self.seed = str(game.deal.seed)
        self.programs = [client_of(User.objects.get(username=name)) for name in ("ann", "bob")]
        self.browsers = [Client() for _ in range(3)]
        for browser, name in zip(self.browsers, ("ann", "bob"), strict=False):
            browser.force_login(User.objects.get(username=name))
        self.staff = Client()
        self.staff.force_login(User.objects.create_superuser("staff", "", "correct horse"))

    def answers(self) -> Iterator[tuple[str, Any]]:
        """Yield every answer that can be had, with its address."""
        ids = {"game": self.game.pk, "contest": self.game.contest_id, "deal": self.game.deal_id}
        for path in [*PAGES, *(f"/api/v1/{path}" for path in API)]:
            for reader in (*self.programs, *self.browsers):
                yield path, reader.get(path.format(**ids))
        for path in WITH_EXAMPLES:
            yield path, self.browsers[0].get(path)
        for path in STAFF:
            yield path, self.staff.get(f"/admin/games/{path.format(**ids)}")
        yield from self.provoked()

    def provoked(self) -> Iterator[tuple[str, Any]]:
        """Yield refusals, each of which names a position or might."""
        url, ply = f"/api/v1/games/{self.game.pk}", self.game.ply
        for program in self.programs:
            for move in ("deal", "undo", "r1-t1", "nonsense"):
                for sent in (ply + 1, ply - 1):
                    yield "moves", program.post(f"{url}/moves", {"ply": sent, "move": move})
            for moves in (["t1-t2:13"], ["deal"] * 4, ["deal", "t1-t2:13"], ["deal", "nonsense"]):
                yield "moves", program.post(f"{url}/moves", {"ply": ply, "moves": moves})
            yield "public", program.patch(url, {"public": True})
            yield "games", program.get("/api/v1/games", headers={"accept": "application/x-ndjson"})
            for body in ({"daily": "today"}, {"deal": self.game.deal_id}):
                yield "new", program.post("/api/v1/games", body)
            for method in METHODS - {"get", "post", "patch"}:
                yield method, getattr(program, method)(url)

    def look(self) -> int:
        """Look into everything; return how many answers were seen."""
        undealt = set(self.stock())
        seen = 0
        for path, answer in self.answers():
            assert answer.status_code < 500, path
            text = text_of(answer)
            assert self.seed not in text, path
            assert self.deck not in text, path
            assert self.deck.replace(" ", "") not in text, path
            if path not in WITH_EXAMPLES:
                assert not cards_in(text) & undealt, path
            seen += 1
        return seen

    def stock(self) -> list[str]:
        """The cards still to be dealt, next card first."""
        left = Game.objects.get(pk=self.game.pk).position.split(" ")[-1].strip("-")
        return [left[n : n + 2] for n in range(0, len(left), 2)]


def test_cards_are_found_however_they_are_written() -> None:
    found = cards_in('"TC/QHTD -/ ?16" [Deck "AC 2H"] <b>9S</b>')
    assert found == {"TC", "QH", "TD", "AC", "2H", "9S"}
    assert cards_in("WyJuIiwiMSJd 4Sx 2026-11-30T12:00:00Z ASDF") == set()


def test_no_answer_names_a_card_before_it_is_dealt_nor_the_seed(
    ann: User, bob: User, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    playing.ranked_game(bob, winnable, clock.now)
    spies = Spies(ranked)
    assert len(spies.stock()) == 16
    seen = 0
    for move in playing.WINNING_LINE:
        if move == "deal":
            seen += spies.look()
        answer = spies.programs[0].post(
            f"/api/v1/games/{ranked.pk}/moves", {"ply": ranked.ply, "move": move}
        )
        ranked.refresh_from_db()
        assert answer.status_code == 200
        assert not cards_in(text_of(answer)) & set(spies.stock())
    assert answer.json()["status"] == "won"
    assert seen > 3 * 100


def test_another_player_learns_nothing_from_a_daily_that_is_won(
    ann: User, bob: User, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    """Bob, the staff and nobody still have 16 cards to be dealt when Ann has seen them all."""
    playing.play_line(ranked, playing.WINNING_LINE, clock.now)
    game = playing.ranked_game(bob, winnable, clock.now)
    spies = Spies(game)
    spies.programs, spies.browsers = spies.programs[1:], spies.browsers[1:]
    assert spies.look() > 50
    for path in API:
        url = f"/api/v1/{path.format(game=ranked.pk)}"
        answer = spies.programs[0].get(url)
        assert not cards_in(text_of(answer)) & set(spies.stock()), path
    problem_of(spies.programs[0].get(f"/api/v1/games/{ranked.pk}/record"), 403, "not_settled")


def test_the_spies_would_find_a_leak(
    ann: User, bob: User, ranked: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    spies = Spies(ranked)
    monkeypatch.setattr("games.serializers.contests.is_settled", lambda contest, now: True)
    with pytest.raises(AssertionError):
        spies.look()
    monkeypatch.undo()
    monkeypatch.setattr("games.serializers.records.deck_may_be_shown", lambda game, now: True)
    with pytest.raises(AssertionError):
        spies.look()


def test_a_deck_under_way_cannot_be_had_by_playing_it_casually(
    as_ann: APIClient, as_bob: APIClient, winnable: Contest, clock: Clock
) -> None:
    for moment in (winnable.opens_at, winnable.closes_at):
        clock.now = moment
        for program in (as_ann, as_bob):
            for body in ({"daily": "2026-11-30"}, {"deal": winnable.deal_id}):
                problem_of(program.post("/api/v1/games", body), 403, "not_settled")


def test_daily_decks_of_days_to_come_are_nowhere(as_ann: APIClient, clock: Clock) -> None:
    tomorrow = clock.move(days=1).date()
    coming = playing.daily_on(tomorrow)
    clock.move(days=-1)
    problem_of(as_ann.get(f"/api/v1/daily/{tomorrow}"), 404, "no_such_daily")
    problem_of(as_ann.post("/api/v1/games", {"deal": coming.deal_id}), 404, "not_found")
    for path in ("daily", "daily/today", "me/export"):
        text = text_of(as_ann.get(f"/api/v1/{path}"))
        assert coming.commitment not in text
        assert str(coming.deal.seed) not in text

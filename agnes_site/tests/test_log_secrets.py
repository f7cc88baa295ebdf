"""Nothing secret is written to the log: no password, token, session, seed or hidden card."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from agnes_site.tests.routes import every_route
from conftest import PASSWORD
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock

WRONG, NEW = "not the horse battery", "a quite new horse battery"
MAIL = "a-secret-address@example.org"


@pytest.fixture
def game(ann: User, clock: Clock) -> Game:
    return playing.ranked_game(ann, playing.daily_on(clock.now.date()), clock.now)


class Life:
    """A player's day with every kind of secret in it; `secrets` has all that was sent or made."""

    def __init__(self, api: APIClient, game: Game) -> None:
        self.api, self.game = api, game
        self.visitor = Client(raise_request_exception=False)
        api.raise_request_exception = False
        deal = game.deal
        self.secrets = {"password": PASSWORD, "wrong": WRONG, "new": NEW, "mail": MAIL}
        self.secrets |= {"seed": str(deal.seed), "deck": deal.deck, "tight": deal.deck[:24]}
        self.secrets["stock"] = game.position.rsplit(" ", 1)[1]

    def live(self) -> None:
        """Sign in wrongly and rightly, play rightly and wrongly, change and lose the password."""
        for password in (WRONG, PASSWORD):
            answer = self.api.post("/api/v1/tokens", {"username": "ann", "password": password})
            self.visitor.post("/accounts/login/", {"login": "ann", "password": password})
        self.secrets["token"] = answer.json()["token"]
        self.secrets["session"] = self.visitor.cookies["sessionid"].value
        self.api.credentials(HTTP_AUTHORIZATION=f"Bearer {self.secrets['token']}")
        self.ask_everything()
        self.visitor.post("/me/mail", {"email": MAIL})
        for password in (WRONG, PASSWORD):
            self.visitor.post("/accounts/confirm/", {"password": password})
        self.visitor.post("/me/tokens", {"name": "x"})
        self.visitor.post("/me/mail", {"email": MAIL})
        self.visitor.post("/me/delete", {"password": WRONG})
        change = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
        self.visitor.post("/accounts/password/change/", change)
        self.visitor.post("/accounts/password/reset/", {"email": MAIL})

    def ask_everything(self) -> None:
        moves = f"/api/v1/games/{self.game.pk}/moves"
        for body in ({"move": "deal"}, {"move": "nonsense"}, {"moves": ["deal", "r1-f"]}, {}):
            self.api.post(moves, {"ply": 0, **body})
        for route in every_route():
            address = route.address(game_id=self.game.pk)
            asker: Any = self.api if route.path.startswith("api/") else self.visitor
            asker.get(address)
            if "logout" not in address:
                asker.post(address)

    def found_in(self, text: str) -> list[str]:
        return [name for name, secret in self.secrets.items() if secret in text]


def test_no_line_of_the_log_holds_a_secret(
    api: APIClient, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.INFO, "django.request")  # more than is kept in life
    life = Life(api, game)
    life.live()
    assert caplog.text, "nothing was logged at all"
    assert life.found_in(caplog.text) == []


@pytest.mark.parametrize("secret", ["password", "token", "session", "seed", "stock"])
def test_a_secret_in_the_log_would_be_found(
    api: APIClient, game: Game, caplog: pytest.LogCaptureFixture, secret: str
) -> None:
    life = Life(api, game)
    life.secrets |= {"token": "a" * 64, "session": "b" * 32}
    logging.getLogger("games").warning("somebody came with %s", life.secrets[secret])
    assert secret in life.found_in(caplog.text)


def test_a_mistake_of_ours_is_logged_without_what_was_sent(
    api: APIClient,
    game: Game,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("it broke")

    for name in ("accounts.services.signing.authenticate", "games.views.moves.game_play"):
        monkeypatch.setattr(name, broken)
    life = Life(api, game)
    answer = api.post("/api/v1/tokens", {"username": "ann", "password": PASSWORD})
    assert answer.status_code == 500
    assert "it broke" in caplog.text
    assert life.found_in(caplog.text + answer.content.decode()) == []

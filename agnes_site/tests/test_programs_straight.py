"""What is asked of a game with a token goes to its view past what pages need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from conftest import client_of
from games.views.moves import GameMoves

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each request that came to the view had been through the sessions."""
    found: list[bool] = []
    usual = GameMoves.initial

    def initial(view: GameMoves, request: Any, *words: Any, **named: Any) -> None:
        found.append(hasattr(request._request, "session"))
        usual(view, request, *words, **named)

    monkeypatch.setattr(GameMoves, "initial", initial)
    return found


def moves_url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/moves"


def test_a_token_goes_past_sessions(ann: User, casual: Game, seen: list[bool]) -> None:
    client = client_of(ann)
    assert client.post(moves_url(casual), {"ply": 0, "move": "deal"}).status_code == 200
    assert client.get(f"{moves_url(casual)}/").status_code == 200
    assert seen == [False, False]


@pytest.mark.parametrize("scheme", ["Basic", "Bearers", ""])
def test_without_a_token_a_session_counts_whatever_the_header_says(
    ann: User, casual: Game, seen: list[bool], scheme: str
) -> None:
    browser = Client(headers={"Authorization": f"{scheme} YW5uOng="})
    browser.force_login(ann)
    assert browser.get(moves_url(casual)).status_code == 200
    assert seen == [True]


def test_a_session_beside_a_token_counts_for_nothing(ann: User, bob: User, casual: Game) -> None:
    client = client_of(bob)
    browser = Client()
    browser.force_login(ann)
    client.cookies = browser.cookies
    assert client.get(moves_url(casual)).status_code == 404
    client.credentials(HTTP_AUTHORIZATION="Bearer none-that-works")
    assert client.get(moves_url(casual)).status_code == 401


@pytest.mark.parametrize("address", ["/api/v1/games/x", "/api/v1/games/1/none", "/api/v1/games/ "])
def test_an_unknown_address_is_a_problem_like_any_other(ann: User, address: str) -> None:
    answer = client_of(ann).get(address)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_view_that_fails_is_answered_with_a_problem(
    ann: User, casual: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(ann)
    client.raise_request_exception = False
    monkeypatch.setattr(GameMoves, "own_game", lambda view, request: 1 / 0)
    answer = client.post(moves_url(casual), {"ply": 0, "move": "deal"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.headers["X-Frame-Options"] == "DENY"

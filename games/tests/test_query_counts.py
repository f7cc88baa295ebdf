"""How many SQL statements an answer takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import client_of
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest, Game


def statements(client: APIClient, method: str, url: str, body: Any = None) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = getattr(client, method)(url, body)
    assert answer.status_code == 200
    return len(captured)


@pytest.mark.parametrize("move", ["r6-f", "deal", "undo", "concede"])
def test_an_accepted_action_takes_two_statements_with_a_token(
    as_ann: APIClient, ranked: Game, clock: Clock, move: str
) -> None:
    playing.play_line(ranked, ["r1-t6"], clock.now)
    body = {"ply": 1, "move": move}
    assert statements(as_ann, "post", f"/api/v1/games/{ranked.pk}/moves", body) == 2


def test_an_accepted_action_takes_four_statements_with_a_session(
    api: APIClient, ann: User, ranked: Game
) -> None:
    api.force_login(ann)
    body = {"ply": 0, "move": "r6-f"}
    assert statements(api, "post", f"/api/v1/games/{ranked.pk}/moves", body) == 4


def test_a_list_of_actions_takes_no_more_than_one(as_ann: APIClient, ranked: Game) -> None:
    body = {"ply": 0, "moves": playing.stretches(playing.WINNING_LINE)[0]}
    assert statements(as_ann, "post", f"/api/v1/games/{ranked.pk}/moves", body) == 2


def test_one_that_plays_what_it_deals_asks_once_who_brought_the_deck(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game_on_own_deck(ann, clock.now)
    body = {"ply": 0, "moves": playing.WINNING_LINE[:-1]}
    assert statements(as_ann, "post", f"/api/v1/games/{game.pk}/moves", body) == 3


def test_a_retry_is_one_load_and_one_confirmation(as_ann: APIClient, ranked: Game) -> None:
    url, body = f"/api/v1/games/{ranked.pk}/moves", {"ply": 0, "move": "r6-f"}
    as_ann.post(url, body)
    assert statements(as_ann, "post", url, body) == 2


def test_lists_take_the_same_statements_however_long_they_are(
    as_ann: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    urls = ["games", "games?kind=daily", "daily", "leaderboards/all", "leaderboards/2026?around=me"]
    urls += ["daily/2026-11-20/leaderboard", "daily/2026-11-20/leaderboard?around=me"]
    urls += ["players/ann", "me/export"]

    def counted() -> dict[str, int]:
        return {url: statements(as_ann, "get", f"/api/v1/{url}") for url in urls}

    clock.move(days=-10)
    first = playing.daily_on(clock.now.date())
    playing.win(ann, first, clock.now)
    playing.casual_game(ann, playing.WINNABLE, clock.now)
    playing.win(bob, first, clock.now)
    clock.move(days=1)
    as_ann.get("/api/v1/daily")
    before = counted()
    for player in playing.players(4):
        playing.win(player, first, first.opens_at)
    for _ in range(4):
        playing.casual_game(ann, playing.WINNABLE, clock.now)
        clock.move(days=1)
        playing.win(ann, playing.daily_on(clock.now.date()), clock.now)
    assert counted() == before


def test_a_board_is_read_in_few_statements(ann: User, winnable: Contest, clock: Clock) -> None:
    playing.win(ann, winnable, clock.now)
    board = "/api/v1/daily/today/leaderboard"
    assert statements(client_of(ann), "get", board) <= 8


@pytest.mark.parametrize("part", ["", "/moves", "/record"])
def test_ones_own_game_is_read_by_one_statement_with_a_token(
    as_ann: APIClient, ranked: Game, part: str
) -> None:
    assert statements(as_ann, "get", f"/api/v1/games/{ranked.pk}{part}") == 1


@pytest.mark.parametrize("part", ["", "/moves", "/record"])
def test_a_game_that_is_over_is_read_by_one_as_well(
    as_ann: APIClient, ann: User, clock: Clock, part: str
) -> None:
    game = playing.casual_game_on_own_deck(ann, clock.now)
    url = f"/api/v1/games/{game.pk}"
    whole = {"ply": 0, "moves": playing.WINNING_LINE}
    assert as_ann.post(f"{url}/moves", whole).json()["status"] == "won"
    assert statements(as_ann, "get", f"{url}{part}") == 1

"""`DELETE me`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command

from accounts.models import ApiToken, User
from accounts.tests.asserting import problem_of
from conftest import PASSWORD
from games.models import Game, Standing, Tally
from games.services.boards import player_hide
from games.tests import playing

if TYPE_CHECKING:
    from django.test import Client
    from rest_framework.test import APIClient

    from conftest import Clock
    from games.models import Contest

ME = "/api/v1/me"
BOARD = "/api/v1/daily/today/leaderboard"


def tallies() -> dict[int, int]:
    return dict(Tally.objects.filter(wins__gt=0).values_list("moves", "wins"))


@pytest.fixture
def shared(ann: User, bob: User, winnable: Contest, clock: Clock) -> Contest:
    """A daily that Ann and Bob have won with equal moves, and a third player with more."""
    playing.win(ann, winnable, clock.now)
    playing.win(bob, winnable, clock.now)
    playing.win(playing.players(1)[0], winnable, clock.now, detours=1)
    return winnable


def test_an_account_goes_with_all_that_was_the_players(
    as_ann: APIClient, ann: User, casual: Game, shared: Contest
) -> None:
    answer = as_ann.delete(ME, {"password": PASSWORD})
    assert (answer.status_code, answer.content) == (204, b"")
    assert not User.objects.filter(pk=ann.pk).exists()
    for rows in (Game, Standing):
        assert not rows.objects.filter(player_id=ann.pk).exists()
    assert not ApiToken.objects.filter(user_id=ann.pk).exists()
    problem_of(as_ann.get(ME), 401, "bad_token")


def test_a_browser_forgets_the_session_of_an_account_that_is_gone(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    answer = client.delete(ME, {"password": PASSWORD}, "application/json")
    assert (answer.status_code, answer.cookies["sessionid"].value) == (204, "")


def test_the_boards_are_exact_the_moment_after(
    as_ann: APIClient, api: APIClient, shared: Contest
) -> None:
    assert [row["rank"] for row in api.get(BOARD).json()["results"]] == [1, 1, 3]
    as_ann.delete(ME, {"password": PASSWORD})
    board = api.get(BOARD).json()
    assert [(row["rank"], row["player"]) for row in board["results"]] == [
        (1, "bob"),
        (2, "player1"),
    ]
    assert (board["players"], board["winners"]) == (2, 2)
    assert tallies() == {88: 1, 90: 1}
    standings = api.get("/api/v1/leaderboards/2026").json()["results"]
    assert [(row["rank"], row["player"]) for row in standings] == [(1, "bob"), (2, "player1")]
    call_command("verify_games", "--all")


def test_a_hidden_player_goes_without_being_counted_off_twice(
    as_ann: APIClient, ann: User, shared: Contest
) -> None:
    player_hide(player=ann, hidden=True)
    as_ann.delete(ME, {"password": PASSWORD})
    assert tallies() == {88: 1, 90: 1}
    call_command("verify_games", "--all")


def test_the_deal_stays_for_the_others(as_ann: APIClient, as_bob: APIClient, casual: Game) -> None:
    as_ann.delete(ME, {"password": PASSWORD})
    assert as_bob.post("/api/v1/games", {"deal": casual.deal_id}).status_code == 201


@pytest.mark.parametrize("password", ["wrong", "", " ", PASSWORD.upper(), f"{PASSWORD} "])
def test_a_wrong_password_deletes_nothing(as_ann: APIClient, password: str) -> None:
    answer = as_ann.delete(ME, {"password": password})
    if password == "":
        problem_of(answer, 400, "invalid")
    else:
        problem_of(answer, 401, "bad_credentials")
    assert as_ann.get(ME).status_code == 200


def test_guessing_the_password_is_held_off(as_ann: APIClient) -> None:
    for _ in range(10):
        problem_of(as_ann.delete(ME, {"password": "wrong"}), 401, "bad_credentials")
    answer = as_ann.delete(ME, {"password": PASSWORD})
    problem_of(answer, 429, "too_many_attempts")
    assert int(answer.headers["Retry-After"]) > 0
    assert User.objects.filter(username="ann").exists()


@pytest.mark.parametrize("body", [None, {}, {"password": None}, {"password": [PASSWORD]}, []])
def test_without_a_password_nothing_is_deleted(as_ann: APIClient, body: Any) -> None:
    problem_of(as_ann.delete(ME, body), 400, "invalid")
    assert as_ann.get(ME).status_code == 200

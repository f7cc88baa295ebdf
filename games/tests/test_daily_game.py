"""`POST daily/DATE/game`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.tests.asserting import problem_of
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

START = "/api/v1/daily/today/game"


def test_a_ranked_game_starts_once(as_ann: APIClient, winnable: Contest) -> None:
    first, again = as_ann.post(START), as_ann.post(START)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    game = first.json()
    assert (game["kind"], game["ranked"], game["status"]) == ("daily", True, "playing")
    assert (game["contest"]["date"], game["deal"]) == ("2026-11-30", winnable.deal_id)
    assert (game["ply"], game["base_rank"], game["space_rank"]) == (0, "5", "4")
    assert game["position"].endswith(" -/- ?16")
    assert Game.objects.count() == 1


def test_the_game_is_resumed_where_it_stands(as_ann: APIClient, ranked: Game) -> None:
    played = as_ann.post(f"/api/v1/games/{ranked.pk}/moves", {"ply": 0, "move": "r6-f"}).json()
    assert as_ann.post(START).json() == played


def test_every_player_has_a_game_on_the_same_deal(
    as_ann: APIClient, as_bob: APIClient, winnable: Contest
) -> None:
    games = [client.post(START).json() for client in (as_ann, as_bob)]
    assert games[0]["id"] != games[1]["id"]
    assert games[0]["position"] == games[1]["position"]


def test_a_won_game_is_not_played_again(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now)
    answer = as_ann.post(START)
    assert (answer.status_code, answer.json()["id"]) == (200, game.pk)
    assert answer.json()["status"] == "won"


def test_a_body_is_not_needed_and_changes_nothing(as_ann: APIClient, winnable: Contest) -> None:
    answer = as_ann.post(START, {"status": "won", "ply": 99, "player": "bob"})
    assert (answer.status_code, answer.json()["player"], answer.json()["ply"]) == (201, "ann", 0)


def test_nobody_starts_without_signing_in(api: APIClient, winnable: Contest) -> None:
    problem_of(api.post(START), 401, "not_signed_in")


@pytest.mark.parametrize("day", ["2026-12-01", "2026-11-29", "yesterday"])
def test_a_day_without_a_daily_is_not_found(as_ann: APIClient, winnable: Contest, day: str) -> None:
    problem_of(as_ann.post(f"/api/v1/daily/{day}/game"), 404, "no_such_daily")


def test_no_ranked_game_starts_after_midnight(
    as_ann: APIClient, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.closes_at
    problem_of(as_ann.post("/api/v1/daily/2026-11-30/game"), 409, "closed")
    assert not Game.objects.exists()


def test_a_game_started_before_midnight_is_resumed_after_it(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.closes_at
    answer = as_ann.post("/api/v1/daily/2026-11-30/game")
    assert (answer.status_code, answer.json()["id"]) == (200, ranked.pk)


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(START), 405, "method_not_allowed")

"""`POST games/ID/concede`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/concede"


def test_conceding_is_an_action_of_the_history(as_ann: APIClient, ranked: Game) -> None:
    as_ann.post(f"/api/v1/games/{ranked.pk}/moves", {"ply": 0, "move": "r6-f"})
    answer = as_ann.post(url(ranked), {"ply": 1})
    game = answer.json()
    assert (answer.status_code, game["status"]) == (200, "conceded")
    assert (game["ply"], game["moves"], game["undos"]) == (2, 2, 0)
    assert (game["legal_moves"], game["can_undo"]) == ([], False)
    assert game["finished_at"] == "2026-11-30T12:00:00Z"
    assert Game.objects.get().history == "r6-f concede"


def test_conceding_again_is_a_retry(as_ann: APIClient, ranked: Game) -> None:
    first, again = (as_ann.post(url(ranked), {"ply": 0}) for _ in range(2))
    assert (again.status_code, again.json()) == (200, first.json())
    assert Game.objects.get().history == "concede"


def test_a_conceded_game_is_not_conceded_once_more(as_ann: APIClient, ranked: Game) -> None:
    as_ann.post(url(ranked), {"ply": 0})
    problem_of(as_ann.post(url(ranked), {"ply": 1}), 409, "game_over")


def test_a_stale_ply_is_refused_with_the_present_game(as_ann: APIClient, ranked: Game) -> None:
    present = as_ann.post(f"/api/v1/games/{ranked.pk}/moves", {"ply": 0, "move": "deal"}).json()
    assert problem_of(as_ann.post(url(ranked), {"ply": 0}), 409, "stale")["game"] == present


def test_a_lost_or_won_game_cannot_be_conceded(
    as_ann: APIClient, ann: User, lost: Game, winnable: Contest, clock: Clock
) -> None:
    problem_of(as_ann.post(url(lost), {"ply": 4}), 409, "game_over")
    won = playing.win(ann, winnable, clock.now)
    problem_of(as_ann.post(url(won), {"ply": 88}), 409, "game_over")


def test_a_settled_contest_takes_no_concession(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    problem_of(as_ann.post(url(ranked), {"ply": 0}), 409, "closed")


@pytest.mark.parametrize("body", [{}, [], {"ply": "0"}, {"ply": None}, {"ply": -1}, {"ply": 0.5}])
def test_a_malformed_request_names_its_field(as_ann: APIClient, ranked: Game, body: Any) -> None:
    assert list(problem_of(as_ann.post(url(ranked), body), 400, "invalid")["errors"]) == ["ply"]
    assert Game.objects.get().status == "playing"


def test_anothers_game_and_none_are_alike(as_bob: APIClient, ranked: Game) -> None:
    problem_of(as_bob.post(url(ranked), {"ply": 0}), 404, "not_found")
    problem_of(as_bob.post("/api/v1/games/999999/concede", {"ply": 0}), 404, "not_found")


def test_nobody_concedes_without_signing_in(api: APIClient, ranked: Game) -> None:
    problem_of(api.post(url(ranked), {"ply": 0}), 401, "not_signed_in")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, ranked: Game, method: str) -> None:
    problem_of(getattr(as_ann, method)(url(ranked)), 405, "method_not_allowed")

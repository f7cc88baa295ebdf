"""`PATCH games/ID {public}`."""

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
    return f"/api/v1/games/{game.pk}"


def test_a_finished_casual_game_is_shown_to_anyone_once_it_is_public(
    as_ann: APIClient, as_bob: APIClient, api: APIClient, lost: Game
) -> None:
    answer = as_ann.patch(url(lost), {"public": True})
    assert (answer.status_code, answer.json()["public"]) == (200, True)
    for client in (as_bob, api):
        assert client.get(url(lost)).json()["player"] == "ann"
        assert len(client.get(f"{url(lost)}/moves").json()["results"]) == 4
        assert client.get(f"{url(lost)}/record").status_code == 200


def test_it_is_hidden_again_as_easily_and_twice_is_as_well(
    as_ann: APIClient, as_bob: APIClient, lost: Game
) -> None:
    for public in (True, True, False, False):
        assert as_ann.patch(url(lost), {"public": public}).json()["public"] is public
    problem_of(as_bob.get(url(lost)), 404, "not_found")


def test_a_game_taken_up_again_by_undo_is_not_shown(
    as_ann: APIClient, as_bob: APIClient, lost: Game
) -> None:
    as_ann.patch(url(lost), {"public": True})
    as_ann.post(f"{url(lost)}/moves", {"ply": 4, "move": "undo"})
    problem_of(as_bob.get(url(lost)), 404, "not_found")


def test_an_unfinished_game_cannot_be_made_public(as_ann: APIClient, casual: Game) -> None:
    problem = problem_of(as_ann.patch(url(casual), {"public": True}), 409, "not_finished")
    assert problem["game"]["id"] == casual.pk
    assert not Game.objects.get().is_public


def test_a_ranked_game_is_made_public_by_its_settlement_alone(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now)
    problem_of(as_ann.patch(url(game), {"public": True}), 409, "not_finished")


def test_anothers_game_is_not_found(as_bob: APIClient, lost: Game) -> None:
    problem_of(as_bob.patch(url(lost), {"public": True}), 404, "not_found")


def test_a_public_game_is_still_its_players_alone_to_change(
    as_ann: APIClient, as_bob: APIClient, lost: Game
) -> None:
    as_ann.patch(url(lost), {"public": True})
    problem_of(as_bob.patch(url(lost), {"public": False}), 404, "not_found")


def test_nobody_publishes_without_signing_in(api: APIClient, lost: Game) -> None:
    problem_of(api.patch(url(lost), {"public": True}), 401, "not_signed_in")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "public"),
        ({"public": None}, "public"),
        *[({"public": it}, "public") for it in ("perhaps", "true", "yes", 1, 1.0)],
        ({"public": []}, "public"),
        ([], "non_field_errors"),
    ],
)
def test_a_malformed_request_names_its_field(
    as_ann: APIClient, lost: Game, body: Any, field: str
) -> None:
    assert list(problem_of(as_ann.patch(url(lost), body), 400, "invalid")["errors"]) == [field]


def test_nothing_else_about_a_game_can_be_changed(as_ann: APIClient, lost: Game) -> None:
    before = Game.objects.values().get()
    wishes = {"status": "won", "ply": 54, "moves": 54, "history": "", "position": "", "player": 2}
    as_ann.patch(url(lost), {"public": True, **wishes, "contest": 1, "deal": 1, "undos": 0})
    assert Game.objects.values().get() == {**before, "is_public": True}

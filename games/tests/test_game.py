"""`GET games/ID`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.tests.asserting import problem_of
from games.engine import Position
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}"


def test_my_game_is_shown_whole(as_ann: APIClient, ranked: Game) -> None:
    answer = as_ann.get(url(ranked))
    assert answer.status_code == 200
    contest = answer.json().pop("contest")
    assert contest["date"] == "2026-11-30"
    assert {**answer.json(), "contest": None} == {
        "id": ranked.pk,
        "kind": "daily",
        "ranked": True,
        "player": "ann",
        "contest": None,
        "deal": ranked.deal_id,
        "status": "playing",
        "public": False,
        "ply": 0,
        "undos": 0,
        "hints": 0,
        "moves": None,
        "base_rank": "5",
        "space_rank": "4",
        "position": str(Position.parse(ranked.position).hidden()),
        "foundation_cards": 1,
        "legal_moves": ["deal", "t7-t1", "r1-t6", "r6-f"],
        "can_undo": False,
        "difficulty": None,
        "par": None,
        "started_at": "2026-11-30T12:00:00Z",
        "finished_at": None,
    }


def test_a_game_that_is_over_has_no_legal_move(as_ann: APIClient, lost: Game) -> None:
    shown = as_ann.get(url(lost)).json()
    assert (shown["status"], shown["legal_moves"], shown["can_undo"]) == ("lost", [], True)
    assert (shown["ply"], shown["moves"]) == (4, 4)


def test_an_unfinished_ranked_game_expires_with_its_contest(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    playing.play_line(ranked, ["r6-f"], clock.now)
    clock.now = winnable.settles_at
    shown = as_ann.get(url(ranked)).json()
    assert (shown["status"], shown["legal_moves"], shown["can_undo"]) == ("expired", [], False)
    assert (shown["moves"], shown["finished_at"]) == (None, None)


@pytest.mark.parametrize("number", [0, 10**6, 2**63, 10**30])
def test_a_game_that_does_not_exist_is_not_found(as_ann: APIClient, number: int) -> None:
    problem_of(as_ann.get(f"/api/v1/games/{number}"), 404, "not_found")


def test_anothers_casual_game_answers_like_one_that_does_not_exist(
    as_bob: APIClient, casual: Game
) -> None:
    same = {"X-Request-ID": "one-for-both"}
    there = as_bob.get(url(casual), headers=same)
    nowhere = as_bob.get("/api/v1/games/999999", headers=same)
    problem_of(there, 404, "not_found")
    assert (there.content, there.headers.items()) == (nowhere.content, nowhere.headers.items())


def test_to_nobody_there_is_no_telling_what_signing_in_would_show(
    api: APIClient, casual: Game
) -> None:
    assert problem_of(api.get(url(casual)), 401, "not_signed_in") == problem_of(
        api.get("/api/v1/games/999999"), 401, "not_signed_in"
    )


def test_a_ranked_game_is_shown_to_others_once_it_is_settled(
    as_bob: APIClient, api: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    problem_of(as_bob.get(url(ranked)), 403, "not_settled")
    problem_of(api.get(url(ranked)), 401, "not_signed_in")
    clock.now = winnable.settles_at
    for client in (as_bob, api):
        assert client.get(url(ranked)).json()["player"] == "ann"


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, casual: Game, method: str) -> None:
    problem_of(getattr(as_ann, method)(url(casual)), 405, "method_not_allowed")


def test_a_won_game_says_how_it_was_won(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now, detours=2)
    shown = as_ann.get(url(game)).json()
    assert (shown["status"], shown["moves"], shown["undos"]) == ("won", 92, 2)
    assert (shown["foundation_cards"], shown["legal_moves"]) == (52, [])
    assert shown["position"] == "5 13.13.13.13 -/-/-/-/-/-/- -/-/-/-/-/-/- -/- -"


def test_the_position_stored_holds_the_stock_that_the_answer_hides(
    as_ann: APIClient, ranked: Game
) -> None:
    assert " ?16" not in Game.objects.get(pk=ranked.pk).position
    assert as_ann.get(url(ranked)).json()["position"].endswith(" ?16")

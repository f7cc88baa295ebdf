"""`POST games/ID/moves`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from games.models import Game


def test_a_legal_move_is_accepted_and_the_whole_game_comes_back(
    as_ann: APIClient, casual: Game
) -> None:
    answer = as_ann.post(f"/api/v1/games/{casual.pk}/moves", {"ply": 0, "move": "deal"})
    assert answer.status_code == 200
    assert answer.json()["ply"] == 1


def test_a_stale_ply_is_refused_with_the_present_game(as_ann: APIClient, casual: Game) -> None:
    url = f"/api/v1/games/{casual.pk}/moves"
    as_ann.post(url, {"ply": 0, "move": "deal"})
    answer = as_ann.post(url, {"ply": 0, "move": "undo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["game"]["ply"] == 1

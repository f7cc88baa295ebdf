"""An address of the API answers the same with a slash at its end and without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.models import Game

if TYPE_CHECKING:
    from rest_framework.test import APIClient


@pytest.mark.parametrize(
    "path",
    [
        *["daily", "daily/today", "daily/today/leaderboard", "leaderboards/all", "games"],
        *["players/ann", "me", "me/export", "tokens", "schema"],
    ],
)
def test_both_forms_of_a_read_answer_alike(as_ann: APIClient, path: str) -> None:
    plain, slashed = (as_ann.get(f"/api/v1/{path}{end}") for end in ("", "/"))
    assert (plain.status_code, slashed.status_code) == (200, 200)
    assert plain.content == slashed.content


@pytest.mark.parametrize("end", ["", "/", "//"])
def test_a_post_is_taken_at_once_and_never_redirected(
    as_ann: APIClient, casual: Game, end: str
) -> None:
    for path, body in (("moves", {"ply": 0, "move": "deal"}), ("concede", {"ply": 1})):
        answer = as_ann.post(f"/api/v1/games/{casual.pk}/{path}{end}", body)
        assert answer.status_code == 200
    assert Game.objects.get().history == "deal concede"
    assert as_ann.post(f"/api/v1/games{end}").status_code == 201
    assert as_ann.post(f"/api/v1/daily/today/game{end}").status_code == 201


def test_links_to_further_pages_work_from_either_form(as_ann: APIClient, casual: Game) -> None:
    as_ann.post("/api/v1/games")
    for end in ("", "/"):
        page = as_ann.get(f"/api/v1/games{end}?limit=1").json()
        assert [game["id"] for game in as_ann.get(page["next"]).json()["results"]] == [casual.pk]

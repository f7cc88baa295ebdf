"""`GET daily/DATE`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from accounts.tests.asserting import problem_of
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest, Game

TODAY = "/api/v1/daily/today"


def test_today_is_a_date(api: APIClient, winnable: Contest) -> None:
    answer = api.get(TODAY)
    assert answer.status_code == 200
    assert answer.json() == api.get("/api/v1/daily/2026-11-30").json()
    shown = answer.json()
    assert (shown["date"], shown["number"], shown["base_rank"]) == ("2026-11-30", 30, "5")
    assert shown["opens_at"] == "2026-11-30T00:00:00Z"
    assert shown["closes_at"] == "2026-12-01T00:00:00Z"
    assert shown["settles_at"] == "2026-12-02T00:00:00Z"
    assert (shown["state"], shown["players"], shown["winners"]) == ("open", 0, 0)


def test_the_seed_stays_hidden_until_the_day_is_settled(
    api: APIClient, winnable: Contest, clock: Clock
) -> None:
    for moment in (winnable.opens_at, winnable.closes_at):
        clock.now = moment
        shown = api.get("/api/v1/daily/2026-11-30").json()
        assert (shown["seed"], shown["deck"], shown["deal"]) == (None, None, None)
    clock.now = winnable.settles_at
    assert api.get("/api/v1/daily/2026-11-30").json()["seed"] == winnable.deal.seed


def test_the_commitment_verifies_against_the_seed_with_sha256_alone(
    api: APIClient, winnable: Contest, clock: Clock
) -> None:
    promised = api.get(TODAY).json()["commitment"]
    clock.move(days=2)
    seed = api.get("/api/v1/daily/2026-11-30").json()["seed"]
    text = f"agnes 1 daily:2026-11-30 {seed}"
    assert hashlib.sha256(text.encode()).hexdigest() == promised


def test_my_own_game_is_named(as_ann: APIClient, ranked: Game) -> None:
    shown = as_ann.get(TODAY).json()
    assert shown["my_game"] == ranked.pk
    assert shown["my_result"] == {"status": "playing", "moves": None, "undos": 0, "rank": None}


def test_an_unfinished_game_has_expired_once_the_day_is_settled(
    as_ann: APIClient, ranked: Game, clock: Clock
) -> None:
    clock.move(days=2)
    assert as_ann.get("/api/v1/daily/2026-11-30").json()["my_result"]["status"] == "expired"


def test_a_hidden_player_has_a_result_without_a_rank(
    as_ann: APIClient, ann: User, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, playing.WINNING_LINE, clock.now)
    ann.is_hidden = True
    ann.save()
    assert as_ann.get(TODAY).json()["my_result"]["rank"] is None


@pytest.mark.parametrize(
    "day",
    [
        *[
            "2026-12-01",
            "2026-11-29",
            "9999-12-31",
            "0001-01-01",
            "20261130",
            "2026-W49-1",
            "tomorrow",
        ],
        *["2026-02-30", "%00", "Today", "2026-11-30T00:00", "²", "%ED%A0%80"],
    ],
)
def test_a_day_without_a_daily_is_not_found(api: APIClient, winnable: Contest, day: str) -> None:
    problem_of(api.get(f"/api/v1/daily/{day}"), 404, "no_such_daily")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(TODAY), 405, "method_not_allowed")

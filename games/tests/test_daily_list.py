"""`GET daily`."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.models import Contest
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Game

DAILIES = "/api/v1/daily"
TODAY = date(2026, 11, 30)


@pytest.fixture
def week(db: None, clock: Clock) -> list[str]:
    """The dates of seven dailies, newest first."""
    days = [TODAY - timedelta(days=n) for n in range(7)]
    for day in days:
        playing.daily_on(day)
    return [str(day) for day in days]


def dates(page: Any) -> list[str]:
    return [row["date"] for row in page.json()["results"]]


def test_anyone_may_list_the_dailies_newest_first(api: APIClient, week: list[str]) -> None:
    answer = api.get(DAILIES)
    assert dates(answer) == week
    assert (answer.json()["next"], answer.json()["previous"]) == (None, None)
    states = [row["state"] for row in answer.json()["results"]]
    assert states == ["open", "closing", *["settled"] * 5]


@pytest.mark.django_db
def test_the_first_request_of_a_day_makes_that_days(api: APIClient, clock: Clock) -> None:
    assert dates(api.get(DAILIES)) == ["2026-11-30"]
    clock.move(days=1)
    assert dates(api.get(DAILIES)) == ["2026-12-01", "2026-11-30"]


def test_a_daily_prepared_ahead_is_not_listed(api: APIClient, week: list[str]) -> None:
    playing.daily_on(TODAY + timedelta(days=1))
    assert dates(api.get(DAILIES)) == week


def test_pages_lead_on_and_back(api: APIClient, week: list[str]) -> None:
    first = api.get(f"{DAILIES}?limit=3")
    second = api.get(first.json()["next"])
    third = api.get(second.json()["next"])
    assert dates(first) + dates(second) + dates(third) == week
    assert third.json()["next"] is None
    assert dates(api.get(third.json()["previous"])) == week[3:6]
    back = api.get(second.json()["previous"])
    assert (dates(back), back.json()["previous"]) == (week[:3], None)


def test_a_limit_over_a_hundred_is_a_hundred(api: APIClient, week: list[str]) -> None:
    assert dates(api.get(f"{DAILIES}?limit=999999999")) == week


@pytest.mark.parametrize("limit", ["0", "-1", "x", "", "1.5", "%00", "²", "9" * 5000])
@pytest.mark.django_db
def test_a_limit_is_a_whole_number_from_one(api: APIClient, limit: str) -> None:
    problem = problem_of(api.get(f"{DAILIES}?limit={limit}"), 400, "invalid")
    assert list(problem["errors"]) == ["limit"]


def test_my_game_and_result_stand_beside_each_day(
    as_ann: APIClient, as_bob: APIClient, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, playing.WINNING_LINE, clock.now)
    row = as_ann.get(DAILIES).json()["results"][0]
    assert row["my_game"] == ranked.pk
    assert row["my_result"] == {"status": "won", "moves": 88, "undos": 0, "rank": 1}
    assert (row["players"], row["winners"]) == (1, 1)
    row = as_bob.get(DAILIES).json()["results"][0]
    assert (row["my_game"], row["my_result"]) == (None, None)


def test_the_deck_of_a_day_is_shown_only_once_it_is_settled(
    api: APIClient, week: list[str]
) -> None:
    rows = api.get(DAILIES).json()["results"]
    for row in rows[:2]:
        assert (row["seed"], row["deck"], row["deal"]) == (None, None, None)
    deal = Contest.objects.get(date=week[2]).deal
    assert (rows[2]["seed"], rows[2]["deck"], rows[2]["deal"]) == (deal.seed, deal.deck, deal.pk)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(DAILIES), 405, "method_not_allowed")


def test_a_bad_token_is_refused_even_where_none_is_needed(api: APIClient, ann: User) -> None:
    api.credentials(HTTP_AUTHORIZATION="Bearer 0123")
    problem_of(api.get(DAILIES), 401, "bad_token")

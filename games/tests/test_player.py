"""`GET players/NAME`."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.selectors.statistics import streaks
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Game

ANN = "/api/v1/players/ann"
TODAY = date(2026, 11, 30)


def days_ago(*numbers: int) -> list[date]:
    return [TODAY - timedelta(days=n) for n in numbers]


def at_noon(day: date, clock: Clock) -> datetime:
    return datetime.combine(day, time(12), clock.now.tzinfo)


def test_a_new_player_has_played_nothing(api: APIClient, ann: User) -> None:
    shown = api.get(ANN).json()
    assert datetime.fromisoformat(shown.pop("joined")) == ann.date_joined
    assert shown == {
        "username": "ann",
        "daily": {"played": 0, "won": 0, "streak": 0, "best_streak": 0, "average_moves": None},
        "casual": {"played": 0, "won": 0},
    }


def test_dailies_and_casual_games_are_counted_apart(
    api: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    for detours, day in enumerate(days_ago(2, 1)):
        at = at_noon(day, clock)
        playing.win(ann, playing.daily_on(day), at, detours)
        playing.win(bob, playing.daily_on(day - timedelta(days=10)), at - timedelta(days=10))
    playing.ranked_game(ann, playing.daily_on(TODAY), clock.now)
    won = playing.casual_game(ann, playing.WINNABLE, clock.now)
    playing.play_line(won, playing.WINNING_LINE, clock.now)
    playing.play_line(playing.casual_game(ann, 1, clock.now), ["concede"], clock.now)
    shown = api.get(ANN).json()
    assert shown["daily"] == {
        "played": 3,
        "won": 2,
        "streak": 2,
        "best_streak": 2,
        "average_moves": 89.0,
    }
    assert shown["casual"] == {"played": 2, "won": 1}


def test_average_moves_are_given_to_a_tenth(api: APIClient, ann: User, clock: Clock) -> None:
    for detours, day in zip((0, 0, 1), days_ago(2, 1, 0), strict=True):
        playing.win(ann, playing.daily_on(day), at_noon(day, clock), detours)
    assert api.get(ANN).json()["daily"]["average_moves"] == 88.7


def test_a_streak_counts_the_day_of_the_deal_not_of_the_win(
    api: APIClient, ann: User, clock: Clock
) -> None:
    """Yesterday's game is won after midnight, today's at once: two days in a row."""
    yesterday, today = (playing.daily_on(day) for day in days_ago(1, 0))
    late = playing.ranked_game(ann, yesterday, yesterday.opens_at)
    playing.play_line(late, playing.WINNING_LINE, clock.now)
    playing.win(ann, today, clock.now)
    assert api.get(ANN).json()["daily"]["streak"] == 2


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ([], (0, 0)),
        ([0], (1, 1)),
        ([1], (1, 1)),
        ([2], (0, 1)),
        ([0, 1, 2], (3, 3)),
        ([1, 2, 3], (3, 3)),
        ([0, 2, 3, 4], (1, 3)),
        ([1, 3, 4, 0], (2, 2)),
        ([5, 4, 3, 3, 9], (0, 3)),
    ],
)
def test_a_streak_runs_while_it_reaches_today_or_yesterday(
    won: list[int], expected: tuple[int, int]
) -> None:
    assert streaks(days_ago(*won), TODAY) == expected


def test_streaks_go_over_the_end_of_a_leap_years_february() -> None:
    won = [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]
    assert streaks(won, date(2028, 3, 1)) == (3, 3)


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann"])
def test_a_name_is_found_whatever_the_case(api: APIClient, ann: User, name: str) -> None:
    assert api.get(f"/api/v1/players/{name}").json()["username"] == "ann"


@pytest.mark.parametrize(
    "name", ["nobody", "an", "ann%00", "%00", "ann%20", "%ED%A0%80", "😀", "a" * 5000, "İnn"]
)
def test_a_player_who_does_not_exist_is_not_found(api: APIClient, ann: User, name: str) -> None:
    problem_of(api.get(f"/api/v1/players/{name}"), 404, "not_found")


def test_a_barred_player_is_not_found(api: APIClient, ann: User) -> None:
    ann.is_active = False
    ann.save()
    problem_of(api.get(ANN), 404, "not_found")


def test_nothing_but_the_name_the_date_and_figures_is_told(
    as_bob: APIClient, ann: User, casual: Game
) -> None:
    shown: dict[str, Any] = as_bob.get(ANN).json()
    assert set(shown) == {"username", "joined", "daily", "casual"}
    assert ann.email not in str(shown)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(ANN), 405, "method_not_allowed")

"""`GET leaderboards/PERIOD`."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from conftest import client_of
from games.models import Standing
from games.services.recounts import period_tallies_recount
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock


def board(client: APIClient, period: str = "all", query: str = "") -> Any:
    return client.get(f"/api/v1/leaderboards/{period}{query}").json()


def names(page: Any) -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]) for row in page["results"]]


def win_on(day: date, player: User, clock: Clock, detours: int = 0) -> None:
    at = datetime.combine(day, time(12), clock.now.tzinfo)
    playing.win(player, playing.daily_on(day), at, detours)


def standings(*figures: tuple[int, int]) -> list[User]:
    """A player for each (wins, moves) over all time."""
    players = playing.players(len(figures))
    Standing.objects.bulk_create(
        Standing(player=player, period="all", wins=wins, moves=moves)
        for player, (wins, moves) in zip(players, figures, strict=True)
    )
    period_tallies_recount()
    return players


def test_a_win_counts_in_four_periods(api: APIClient, ann: User, clock: Clock) -> None:
    win_on(date(2026, 11, 30), ann, clock)
    row = {"rank": 1, "player": "ann", "wins": 1, "moves": 88, "average_moves": 88.0}
    for period in ("all", "2026", "2026-11", "2026-W49"):
        assert board(api, period)["results"] == [row]
    for period in ("2025", "2026-12", "2026-W48", "2027"):
        assert board(api, period)["results"] == []


def test_a_week_belongs_to_the_year_of_its_thursday(
    api: APIClient, ann: User, clock: Clock
) -> None:
    win_on(date(2027, 1, 1), ann, clock)
    assert names(board(api, "2026-W53")) == [(1, "ann")]
    assert names(board(api, "2027")) == [(1, "ann")]
    assert names(board(api, "2026")) == []


def test_most_wins_stand_first_then_fewest_moves(
    api: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    win_on(date(2026, 11, 28), bob, clock)
    win_on(date(2026, 11, 29), ann, clock, detours=1)
    assert names(board(api)) == [(1, "bob"), (2, "ann")]
    win_on(date(2026, 11, 30), ann, clock)
    results = board(api)["results"]
    assert [row["player"] for row in results] == ["ann", "bob"]
    assert (results[0]["wins"], results[0]["moves"], results[0]["average_moves"]) == (2, 178, 89.0)


@pytest.mark.django_db
def test_equal_figures_share_a_rank_over_pages(api: APIClient) -> None:
    standings((3, 300), (2, 180), (2, 180), (2, 180), (2, 190), (1, 54))
    ranked = [1, 2, 2, 2, 5, 6]
    assert [row["rank"] for row in board(api)["results"]] == ranked
    seen, page = [], board(api, query="?limit=2")
    while True:
        seen += names(page)
        if page["next"] is None:
            break
        page = api.get(page["next"]).json()
    assert seen == [(rank, f"player{n}") for n, rank in enumerate(ranked, start=1)]
    back = api.get(page["previous"]).json()
    assert names(back) == [(2, "player3"), (2, "player4")]
    assert names(api.get(back["previous"]).json()) == [(1, "player1"), (2, "player2")]


@pytest.mark.django_db
def test_i_stand_apart_and_in_the_middle_when_asked() -> None:
    players = standings(*[(9 - n, 900) for n in range(9)])
    page = board(client_of(players[6]), query="?around=me&limit=3")
    assert names(page) == [(6, "player6"), (7, "player7"), (8, "player8")]
    assert (page["me"]["rank"], page["me"]["player"]) == (7, "player7")
    assert "around" not in page["next"] + page["previous"]
    page = board(client_of(players[6]), query="?limit=3")
    assert [row["rank"] for row in page["results"]] == [1, 2, 3]
    assert page["me"]["rank"] == 7


def test_around_somebody_without_a_win_stands_the_first_page(
    as_bob: APIClient, ann: User, clock: Clock
) -> None:
    win_on(date(2026, 11, 30), ann, clock)
    page = board(as_bob, query="?around=me")
    assert (names(page), page["me"]) == ([(1, "ann")], None)


@pytest.mark.parametrize(
    "period",
    [
        *[
            "today",
            "All",
            "26",
            "20266",
            "2026-13",
            "2026-00",
            "2026-1",
            "2026-W00",
            "2026-W54",
            "2025-W53",
            "0000",
            "%00",
        ],
        *["2026-W1", "2026-11-30", "²⁰²⁶", "٢٠٢٦", "all%0A"],
    ],
)
@pytest.mark.django_db
def test_what_is_no_period_is_not_found(api: APIClient, period: str) -> None:
    problem_of(api.get(f"/api/v1/leaderboards/{period}"), 404, "not_found")


@pytest.mark.parametrize("query", ["around=bob", "limit=0"])
@pytest.mark.django_db
def test_a_malformed_query_names_its_field(api: APIClient, query: str) -> None:
    problem = problem_of(api.get(f"/api/v1/leaderboards/all?{query}"), 400, "invalid")
    assert list(problem["errors"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)("/api/v1/leaderboards/all"), 405, "method_not_allowed")


def test_a_day_earlier_in_the_same_week_counts_too(api: APIClient, ann: User, clock: Clock) -> None:
    for n in range(3):
        win_on(date(2026, 11, 30) + timedelta(days=n), ann, clock)
    assert [board(api, period)["results"][0]["wins"] for period in ("2026-W49", "2026-12")] == [
        3,
        2,
    ]

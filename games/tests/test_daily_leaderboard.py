"""`GET daily/DATE/leaderboard`; shared ranks and pages over them are in test_ties."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from accounts.tests.asserting import problem_of
from games.engine.verify import Outcome, record_checks, verdict
from games.models import Contest, Tally
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from conftest import Clock

BOARD = "/api/v1/daily/today/leaderboard"


def test_a_board_nobody_stands_on_is_empty(api: APIClient, winnable: Contest) -> None:
    assert api.get(BOARD).json() == {
        "date": "2026-11-30",
        "players": 0,
        "winners": 0,
        "results": [],
        "me": None,
        "next": None,
        "previous": None,
    }


def test_wins_stand_by_the_fewest_moves(
    api: APIClient, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(bob, winnable, clock.now, detours=1)
    playing.win(ann, winnable, clock.move(hours=1))
    board = api.get(BOARD).json()
    assert board["results"] == [
        {
            "rank": 1,
            "player": "ann",
            "moves": 88,
            "undos": 0,
            "finished_at": "2026-11-30T13:00:00Z",
            "new_player": False,
            "game": None,
        },
        {
            "rank": 2,
            "player": "bob",
            "moves": 90,
            "undos": 1,
            "finished_at": "2026-11-30T12:00:00Z",
            "new_player": False,
            "game": None,
        },
    ]
    assert (board["players"], board["winners"], board["me"]) == (2, 2, None)


def test_a_player_is_new_until_the_account_is_a_day_old(
    as_ann: APIClient, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    joined = clock.now - timedelta(hours=13)
    User.objects.filter(pk=ann.pk).update(date_joined=joined)
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)

    def new() -> list[bool]:
        board = as_ann.get("/api/v1/daily/2026-11-30/leaderboard").json()
        assert board["me"] == board["results"][0]
        return [row["new_player"] for row in board["results"]]

    assert new() == [True, False]
    clock.now = joined + timedelta(days=1, seconds=-1)
    assert new() == [True, False]
    clock.now = joined + timedelta(days=1)
    assert new() == [False, False]


def test_once_settled_each_win_leads_to_its_record(
    api: APIClient, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    games = [playing.win(player, winnable, clock.move(minutes=1)) for player in (ann, bob)]
    clock.now = winnable.settles_at
    rows = api.get("/api/v1/daily/2026-11-30/leaderboard").json()["results"]
    assert [row["game"] for row in rows] == [game.pk for game in games]
    for row in rows:
        record = api.get(f"/api/v1/games/{row['game']}/record").content.decode()
        assert f'[Player "{row["player"]}"]' in record
        assert verdict(record_checks(record, published=winnable.commitment)) is Outcome.PASSED


def test_only_wins_are_ranked_but_all_players_are_counted(
    as_bob: APIClient, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    playing.play_line(playing.ranked_game(bob, winnable, clock.now), ["concede"], clock.now)
    board = as_bob.get(BOARD).json()
    assert [row["player"] for row in board["results"]] == ["ann"]
    assert (board["players"], board["winners"], board["me"]) == (2, 1, None)


def test_a_casual_win_on_the_deal_stands_on_no_board(
    api: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    playing.play_line(
        playing.casual_game(ann, playing.WINNABLE, clock.now), playing.WINNING_LINE, clock.now
    )
    assert api.get("/api/v1/daily/2026-11-30/leaderboard").json()["results"] == []


def test_a_win_whose_tally_goes_while_the_board_is_read_has_a_rank_all_the_same(
    as_ann: APIClient, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    """Its player may be hidden after the page was read, and before the tallies are."""
    playing.win(bob, winnable, clock.now)
    playing.win(ann, winnable, clock.now, detours=2)
    Tally.objects.latest("moves").delete()
    board = as_ann.get(BOARD).json()
    assert [row["rank"] for row in board["results"]] == [1, 2]
    assert board["me"]["rank"] == 2


def test_my_own_row_stands_apart_as_well(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    board = as_ann.get(BOARD).json()
    assert board["me"] == board["results"][0]


@pytest.mark.parametrize(
    "query",
    ["around=bob", "around=", "around=%00", "limit=0", "limit=-5", "limit=ten"],
)
def test_a_malformed_query_names_its_field(api: APIClient, winnable: Contest, query: str) -> None:
    problem = problem_of(api.get(f"{BOARD}?{query}"), 400, "invalid")
    assert list(problem["errors"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("day", ["2026-12-01", "2026-11-29", "soon", "%00"])
def test_a_day_without_a_daily_has_no_board(api: APIClient, winnable: Contest, day: str) -> None:
    problem_of(api.get(f"/api/v1/daily/{day}/leaderboard"), 404, "no_such_daily")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(BOARD), 405, "method_not_allowed")

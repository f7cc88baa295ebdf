"""Shared ranks on the board of a day, and pages that cut through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from conftest import client_of
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

BOARD = "/api/v1/daily/today/leaderboard"

# The detours of players 1 to 9, in the order in which they finish.
DETOURS = [1, 0, 1, 2, 1, 0, 2, 3, 1]
STANDING = [
    *[(1, "player2"), (1, "player6")],
    *[(3, "player1"), (3, "player3"), (3, "player5"), (3, "player9")],
    *[(7, "player4"), (7, "player7")],
    (9, "player8"),
]


@pytest.fixture
def nine(winnable: Contest, clock: Clock) -> list[User]:
    players = playing.players(len(DETOURS))
    for player, detours in zip(players, DETOURS, strict=True):
        playing.win(player, winnable, clock.move(minutes=1), detours)
    return players


def names(page: Any) -> list[tuple[int, str]]:
    return [(row["rank"], row["player"]) for row in page["results"]]


def pages(client: APIClient, url: str, link: str = "next") -> list[list[tuple[int, str]]]:
    found = []
    following: str | None = url
    while following:
        page = client.get(following).json()
        found.append(names(page))
        following = page[link]
    return found


def test_equal_moves_share_a_rank_and_the_earlier_finish_stands_first(
    api: APIClient, nine: list[User]
) -> None:
    assert names(api.get(BOARD).json()) == STANDING


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 9, 10])
def test_pages_go_through_ties_without_loss_or_repetition(
    api: APIClient, nine: list[User], limit: int
) -> None:
    onward = pages(api, f"{BOARD}?limit={limit}")
    assert sum(onward, []) == STANDING  # noqa: RUF017  (nine rows)
    assert all(len(page) == limit for page in onward[:-1])
    last = api.get(f"{BOARD}?limit={limit}").json()
    while last["next"]:
        last = api.get(last["next"]).json()
    if last["previous"]:
        back = pages(api, last["previous"], "previous")
        assert sum(reversed(back), []) + onward[-1] == STANDING  # noqa: RUF017  (as above)


def test_wins_of_one_moment_are_told_apart(api: APIClient, winnable: Contest, clock: Clock) -> None:
    for player in playing.players(5):
        playing.win(player, winnable, clock.now)
    assert pages(api, f"{BOARD}?limit=2") == [
        [(1, "player1"), (1, "player2")],
        [(1, "player3"), (1, "player4")],
        [(1, "player5")],
    ]


@pytest.mark.parametrize(
    ("number", "rows"),
    [(2, slice(0, 5)), (6, slice(0, 5)), (3, slice(1, 6)), (9, slice(3, 8)), (8, slice(6, 9))],
)
def test_around_me_is_the_page_with_me_in_its_middle(
    nine: list[User], number: int, rows: slice
) -> None:
    page = client_of(nine[number - 1]).get(f"{BOARD}?around=me&limit=5").json()
    assert names(page) == STANDING[rows]
    assert page["me"]["player"] == f"player{number}"
    assert page["me"] in page["results"]


def test_from_around_me_pages_lead_to_both_ends(nine: list[User]) -> None:
    client = client_of(nine[4])
    page = client.get(f"{BOARD}?around=me&limit=3").json()
    assert names(page) == STANDING[3:6]
    onward = pages(client, page["next"])
    back = pages(client, page["previous"], "previous")
    assert back == [STANDING[0:3]]
    assert onward == [STANDING[6:9]]


def test_a_cursor_leads_on_although_around_me_is_asked_for_as_well(nine: list[User]) -> None:
    client = client_of(nine[4])
    for board in (BOARD, "/api/v1/leaderboards/all"):
        further = client.get(f"{board}?around=me&limit=3").json()["next"]
        page = client.get(f"{further}&around=me").json()
        assert page["results"] == client.get(further).json()["results"]


def test_around_me_on_a_page_of_one_is_myself(nine: list[User]) -> None:
    page = client_of(nine[8]).get(f"{BOARD}?around=me&limit=1").json()
    assert names(page) == [(3, "player9")]
    assert page["next"]
    assert page["previous"]


def test_i_stand_apart_with_my_rank_when_i_am_not_on_the_page(nine: list[User]) -> None:
    page = client_of(nine[7]).get(f"{BOARD}?limit=2").json()
    assert names(page) == STANDING[:2]
    assert (page["me"]["rank"], page["me"]["player"]) == (9, "player8")


def test_around_somebody_who_has_not_won_stands_the_first_page(
    as_ann: APIClient, nine: list[User]
) -> None:
    page = as_ann.get(f"{BOARD}?around=me&limit=2").json()
    assert (names(page), page["me"], page["previous"]) == (STANDING[:2], None, None)


def test_a_win_meanwhile_shifts_no_row_onto_two_pages(
    api: APIClient, nine: list[User], bob: User, winnable: Contest, clock: Clock
) -> None:
    first = api.get(f"{BOARD}?limit=3").json()
    playing.win(bob, winnable, clock.move(minutes=1))
    second = api.get(first["next"]).json()
    assert [name for _, name in names(second)] == [name for _, name in STANDING[3:6]]
    assert [rank for rank, _ in names(second)] == [4, 4, 4]


def test_the_rank_of_my_result_is_the_rank_on_the_board(nine: list[User]) -> None:
    for rank, name in STANDING:
        game = Game.objects.get(player__username=name)
        result = client_of(game.player).get("/api/v1/daily/today").json()["my_result"]
        assert result["rank"] == rank

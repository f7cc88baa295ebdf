"""The boards of a day and of a period."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.tests import playing
from games.tests.pages.reading import html, link, rows, words

if TYPE_CHECKING:
    from django.test import Client

    from conftest import Clock
    from games.models import Contest

BOARD = "/daily/2026-11-30/leaderboard"
PAGE = 50


@pytest.fixture
def crowd(winnable: Contest, clock: Clock) -> list[User]:
    """Sixty winners, each with more moves than the one before."""
    players = playing.players(60)
    for detours, player in enumerate(players):
        playing.win(player, winnable, clock.now, detours)
    return players


def test_a_board_without_a_win_says_so(nobody: Client, winnable: Contest) -> None:
    assert "No win on this board yet." in words(html(nobody, BOARD))
    assert "Nobody has won a daily deal" in words(html(nobody, "/leaderboards/all"))


def test_my_row_alone_stands_out(
    ann_looks: Client, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(bob, winnable, clock.now)
    playing.win(ann, winnable, clock.now, detours=1)
    page = html(ann_looks, BOARD)
    mine = page.partition('<tr class="mine" id="me">')[2].partition("</tr>")[0]
    assert "ann" in mine
    assert page.count('class="mine"') == 1
    assert "Your rank is 2" in words(page)


def test_a_new_player_is_marked_in_words(
    nobody: Client, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    User.objects.filter(pk=ann.pk).update(date_joined=clock.now)
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    assert [row.split()[1:4] for row in rows(html(nobody, BOARD))] == [
        ["ann", "new", "player"],
        ["bob", str(playing.WIN_MOVES), "0"],
    ]
    assert link(html(nobody, BOARD), "fair play") == "/fair-play#accounts"
    clock.move(days=1)
    assert "ann new player" not in words(html(nobody, BOARD))


def test_a_settled_board_leads_to_every_record(
    nobody: Client, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    games = [playing.win(player, winnable, clock.move(minutes=1)) for player in (ann, bob)]
    assert "Record" not in words(html(nobody, BOARD))
    clock.now = winnable.settles_at
    page = html(nobody, BOARD)
    for game in games:
        address = f"/api/v1/games/{game.pk}/record"
        assert f'<a href="{address}" download="agnes-{game.pk}.txt" aria-label="Record' in page
        assert nobody.get(address).status_code == 200
    assert link(page, "how to verify one") == "/verify"


def test_equal_moves_share_a_rank(
    nobody: Client, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    assert [row.split()[:2] for row in rows(html(nobody, BOARD))] == [["1", "ann"], ["1", "bob"]]


def test_a_long_board_is_turned_page_by_page(nobody: Client, crowd: list[User]) -> None:
    first = html(nobody, BOARD)
    second = html(nobody, BOARD + link(first, "Next →"))
    assert [len(rows(first)), len(rows(second))] == [PAGE, len(crowd) - PAGE]
    assert "Next →" not in second
    back = html(nobody, BOARD + link(second, "← Previous"))
    assert rows(back) == rows(first)


def test_a_long_board_opens_around_me(client: Client, crowd: list[User]) -> None:
    client.force_login(crowd[-1])
    first = html(client, BOARD)
    around = html(client, BOARD + link(first, "Show me on the board").removesuffix("#me"))
    assert 'id="me"' not in first
    assert 'id="me"' in around


def test_a_long_name_is_shown_whole(nobody: Client, winnable: Contest, clock: Clock) -> None:
    name = "W" * 20
    playing.win(User.objects.create_user(name), winnable, clock.now)
    assert link(html(nobody, BOARD), name) == f"/players/{name}"
    assert link(html(nobody, "/leaderboards/all"), name) == f"/players/{name}"


@pytest.mark.parametrize("period", ["all", "2026", "2026-11", "2026-W49"])
def test_a_win_counts_in_all_its_periods(
    period: str, ann_looks: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    page = html(ann_looks, f"/leaderboards/{period}")
    assert rows(page) == [f"1 ann (you) 1 {playing.WIN_MOVES}.0"]
    assert 'aria-current="true"' in page


def test_boards_lead_to_their_neighbours(nobody: Client, winnable: Contest, clock: Clock) -> None:
    playing.daily_on(date(2026, 11, 29))
    board = html(nobody, BOARD)
    assert link(board, "← 29 November") == "/daily/2026-11-29/leaderboard"
    assert link(board, "Week") == "/leaderboards/2026-W49"
    week = html(nobody, "/leaderboards/2026-W49")
    assert link(week, "← the week before") == "/leaderboards/2026-W48"
    assert "Week 49 of 2026" in words(week)
    assert "From 30 November to 6 December 2026." in words(week)
    clock.move(days=31)
    assert link(html(nobody, "/leaderboards/2026-11"), "the month after →") == (
        "/leaderboards/2026-12"
    )


def test_a_day_shows_everybodys_moves_and_where_mine_lie(
    ann_looks: Client, nobody: Client, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    playing.win(bob, winnable, clock.now, detours=2)
    moves = playing.WIN_MOVES
    said = f"Wins by number of moves: {moves}: 1 (yours among them); {moves + 4}: 1."
    for address in ("/daily/2026-11-30", BOARD):
        assert said in words(html(ann_looks, address))
        assert "yours" not in words(html(nobody, address))

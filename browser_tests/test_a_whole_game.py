"""From the sign-up to the win, and a day's deal that is found again as it was left."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.tests import playing

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal
    from games.models import Contest

PHONE = {"width": 360, "height": 740}


def test_somebody_signs_up_and_wins_the_days_deal_by_pressing_cards_and_piles(
    today: Contest, table: Table
) -> None:
    table.page.goto("/")
    table.button("Play").click()
    table.page.wait_for_url(re.compile(r"/games/\d+$"))
    for ply, move in enumerate(playing.WINNING_LINE, 1):
        table.play(move, ply)
    expect(table.shown("end-title")).to_have_text(f"Won in {playing.WIN_MOVES} moves")
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    expect(table.shown("take-back")).to_be_hidden()
    assert table.call("GET", "daily/today")["my_result"]["status"] == "won"

    table.page.get_by_role("link", name="History").click()
    expect(table.page.locator("tr[data-ply]")).to_have_count(playing.WIN_MOVES)
    table.page.locator('[data-step="last"]').click()
    assert len(table.page.locator("[data-pile^=f] .card").all()) == 4  # a pile a suit


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
def test_the_days_game_is_found_again_as_it_was_left(table: Table, size: dict[str, int]) -> None:
    table.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    table.page.goto("/")
    table.button("Play").click()
    table.page.wait_for_url(re.compile(r"/games/\d+$"))
    path = f"games/{table.page.url.rsplit('/', 1)[1]}"
    for ply in range(1, 6):
        moves = table.call("GET", path)["legal_moves"]
        table.play(next((move for move in moves if move != "deal"), "deal"), ply)
    left = table.board()

    table.page.goto("/")
    table.page.get_by_role("link", name="Resume").click()
    expect(table.shown("moves")).to_have_text("5")
    assert table.board() == left


def test_the_countdown_says_how_long_todays_deal_is_open(table: Table) -> None:
    table.page.goto("/")
    left = re.compile(r"^(\d+ h \d\d min|\d+ min \d\d s)$")
    expect(table.page.locator("time[data-left]")).to_have_text(left)
    expect(table.page.locator("time[data-local]")).not_to_have_text("24:00 UTC")


def test_no_page_scrolls_sideways_on_a_phone(table: Table, solved: list[SolvedDeal]) -> None:
    table.page.set_viewport_size({"width": 360, "height": 740})
    table.call("POST", "daily/today/game")
    game = f"/games/{table.sit_down(solved[0].deck)}"
    lists = ["/daily", "/daily/today/leaderboard", "/leaderboards/all", "/games"]
    for address in ["/", *lists, "/daily/today", "/rules", "/me", game, f"{game}/history"]:
        table.page.goto(address)
        width = table.page.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["width"], address

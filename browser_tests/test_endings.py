"""How a game ends on its page: with a rank and a text to share, or with the reason why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games.tests import playing

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from browser_tests.table import Table
    from games.models import Contest


def send(table: Table, game_id: int, line: list[str]) -> None:
    ply = 0
    for stretch in playing.stretches(line):
        table.call("POST", f"games/{game_id}/moves", {"ply": ply, "moves": stretch})
        ply += len(stretch)


@pytest.fixture
def today(live_server: LiveServer) -> Contest:
    """The day's contest on a deal with a known win, made before anybody asks for one."""
    return playing.daily_on(datetime.now(UTC).date())


def nearly_win(table: Table) -> None:
    """The day's ranked game, one play before its win."""
    game_id = table.call("POST", "daily/today/game")["id"]
    send(table, game_id, playing.WINNING_LINE[:-1])
    table.page.goto(f"/games/{game_id}")


def test_a_won_daily_shows_its_rank_and_a_text_to_share(today: Contest, table: Table) -> None:
    nearly_win(table)
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("end-title")).to_have_text(f"Won in {playing.WIN_MOVES} moves")
    expect(table.shown("end-words")).to_have_text(
        "All 52 cards are on the foundations, without undo."
    )
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    table.button("Copy result").click()
    expect(table.shown("said")).to_have_text("Copied.")
    shared = table.page.evaluate("navigator.clipboard.readText()")
    origin = table.page.evaluate("location.origin")
    number = table.call("GET", "daily/today")["number"]
    assert shared == (
        f"Agnes, deal {number}: won in {playing.WIN_MOVES} moves, without undo, "
        f"rank 1 so far. {origin}/daily/{today.date}"
    )
    table.page.get_by_role("link", name="Leaderboard").click()
    expect(table.page.locator("#me")).to_be_visible()


def test_a_lost_game_says_why_and_offers_to_take_back(table: Table) -> None:
    game = table.call("POST", "games", {"deck": playing.deal_numbered(playing.LOSABLE).deck})
    send(table, game["id"], playing.LOSING_LINE[:-1])
    table.page.goto(f"/games/{game['id']}")
    table.drag("r7", "t1")
    expect(table.shown("end-title")).to_have_text("No way on")
    expect(table.shown("end-words")).to_contain_text(
        "The stock is gone, and nothing that is left can reach a foundation"
    )
    expect(table.button("New casual game")).to_be_visible()
    table.button("Take back").click()
    expect(table.shown("end")).to_be_hidden()
    expect(table.shown("undos")).to_have_text("1")
    expect(table.button("Undo")).to_be_visible()


def test_a_finished_game_looked_at_again_shows_its_end(today: Contest, table: Table) -> None:
    nearly_win(table)
    table.pile("t4").locator(".card").dblclick()
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    table.page.reload()
    expect(table.shown("end-title")).to_be_visible()
    expect(table.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    expect(table.button("Deal")).to_be_hidden()

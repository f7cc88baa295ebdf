"""What is on its way survives whatever happens to the page: nothing is lost without a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser_tests.table import PASSWORD, Table

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

    from conftest import SolvedDeal

# The first deck of the vectors opens with: deal, t3-t5, t6-f, r5-t3.
MOVES = re.compile(r"/api/v1/games/\d+/moves$")
OUTAGE = {"status": 503, "headers": {"Retry-After": "1"}, "json": {"code": "unavailable"}}
NO_STORAGE = """Object.defineProperty(globalThis, "localStorage", {
  get() { throw new Error("closed"); },
})"""


@pytest.fixture
def troubled(table: Table) -> Table:
    """The player at a page on which things may go wrong."""
    page = table.page.context.new_page()
    page.goto("/")
    return Table(page)


def break_down(page: Page) -> None:
    """Let no move come through to the server from now on."""
    page.route(MOVES, lambda route: route.fulfill(**OUTAGE))


def play_two(table: Table) -> None:
    """Two moves that do not arrive."""
    break_down(table.page)
    table.drag("t3", "t5")
    expect(table.shown("banner")).to_contain_text("kept and sent again")
    table.drag("t6", "fS")
    expect(table.shown("moves")).to_have_text("2")


def moves(table: Table, game_id: int) -> list[str]:
    return [row["move"] for row in table.call("GET", f"games/{game_id}/moves")["results"]]


def test_moves_that_wait_survive_a_reload(troubled: Table, solved: list[SolvedDeal]) -> None:
    game_id = troubled.sit_down(solved[0].deck)
    play_two(troubled)
    troubled.page.reload()
    expect(troubled.shown("moves")).to_have_text("2")
    expect(troubled.shown("said")).to_have_text(
        "2 actions were still on their way. They are sent now."
    )
    assert troubled.cards("fS") == ["QS"]
    troubled.page.unroute(MOVES)
    troubled.answered()
    assert moves(troubled, game_id) == ["t3-t5", "t6-f"]


def test_moves_that_wait_survive_a_closed_tab(
    table: Table, troubled: Table, solved: list[SolvedDeal]
) -> None:
    game_id = troubled.sit_down(solved[0].deck)
    play_two(troubled)
    troubled.page.close()
    assert moves(table, game_id) == []
    table.page.goto(f"/games/{game_id}")
    expect(table.shown("said")).to_contain_text("still on their way")
    table.answered()
    assert moves(table, game_id) == ["t3-t5", "t6-f"]
    table.page.reload()
    expect(table.shown("moves")).to_have_text("2")
    expect(table.shown("said")).to_be_empty()


def test_moves_that_did_arrive_before_the_reload_count_once(
    troubled: Table, solved: list[SolvedDeal]
) -> None:
    """Only the answer was lost."""
    game_id = troubled.sit_down(solved[0].deck)
    play_two(troubled)
    troubled.call("POST", f"games/{game_id}/moves", {"ply": 0, "moves": ["t3-t5", "t6-f"]})
    troubled.page.unroute(MOVES)
    troubled.page.reload()
    expect(troubled.shown("moves")).to_have_text("2")
    troubled.answered()
    expect(troubled.shown("banner")).to_be_hidden()
    assert moves(troubled, game_id) == ["t3-t5", "t6-f"]


def test_moves_that_the_game_has_run_past_are_dropped_and_told(
    table: Table, troubled: Table, solved: list[SolvedDeal]
) -> None:
    game_id = troubled.sit_down(solved[0].deck)
    play_two(troubled)
    troubled.page.close()
    table.call("POST", f"games/{game_id}/moves", {"ply": 0, "move": "deal"})
    table.page.goto(f"/games/{game_id}")
    expect(table.shown("banner")).to_have_text(
        re.compile(r"moved on elsewhere.* 2 actions from here did not count\.")
    )
    table.answered()
    expect(table.shown("moves")).to_have_text("1")
    assert moves(table, game_id) == ["deal"]


def test_without_storage_leaving_the_page_asks_first(
    troubled: Table, solved: list[SolvedDeal]
) -> None:
    page = troubled.page
    page.add_init_script(NO_STORAGE)
    troubled.sit_down(solved[0].deck)
    break_down(page)
    troubled.drag("t3", "t5")
    expect(troubled.shown("banner")).to_contain_text("kept and sent again")
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.goto("/")
    assert asked == ["beforeunload"]


def test_when_the_session_has_ended_the_page_says_so_and_leads_back(
    troubled: Table, solved: list[SolvedDeal]
) -> None:
    page = troubled.page
    game_id = troubled.sit_down(solved[0].deck)
    session = [cookie for cookie in page.context.cookies() if "sessionid" in cookie["name"]]
    page.context.clear_cookies(name=session[0]["name"])
    troubled.drag("t3", "t5")
    expect(troubled.shown("banner")).to_contain_text("You are signed out.")
    assert troubled.cards("t5")[-1] == "7D"
    troubled.shown("banner-way").click()
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**/games/{game_id}")
    expect(troubled.shown("moves")).to_have_text("1")
    troubled.answered()
    assert moves(troubled, game_id) == ["t3-t5"]


def test_after_a_new_sign_in_elsewhere_an_old_page_renews_itself(
    troubled: Table, solved: list[SolvedDeal]
) -> None:
    """Its CSRF token is void; what was played on it is sent all the same."""
    page = troubled.page
    game_id = troubled.sit_down(solved[0].deck)
    other = Table(page.context.new_page())
    other.page.goto("/")
    other.button("Sign out").click()
    other.page.goto("/accounts/login/")
    other.page.locator("[name=login]").fill("ann")
    other.page.locator("[name=password]").fill(PASSWORD)
    other.page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(other.button("Sign out")).to_be_visible()
    troubled.drag("t3", "t5")
    expect(troubled.shown("banner-way")).to_have_text("Load it again")
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(troubled.shown("said")).to_contain_text("still on its way")
    troubled.answered()
    assert moves(troubled, game_id) == ["t3-t5"]

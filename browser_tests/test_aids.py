"""Finish and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

HINT = {"ply": 0, "verdict": "winnable", "move": "t3-t5", "critical": True}


def tail(line: list[str]) -> int:
    """How many plays to the foundations end a line."""
    others = [number for number, move in enumerate(line) if not move.endswith("-f")]
    return len(line) - others[-1] - 1


def test_finish_carries_every_card_home_as_one_list(table: Table, solved: list[SolvedDeal]) -> None:
    line = solved[0].line
    game_id = table.sit_down(solved[0].deck, line[: -tail(line)])
    with table.page.expect_request("**/moves") as sent:
        table.button("Finish").click()
    body = sent.value.post_data_json or {}
    assert sorted(body["moves"]) == sorted(line[-tail(line) :])
    expect(table.shown("end-title")).to_have_text(f"Won in {len(line)} moves")
    assert table.call("GET", f"games/{game_id}")["status"] == "won"


def test_finish_is_offered_only_when_it_ends_the_game(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    expect(table.button("Deal")).to_be_enabled()
    expect(table.button("Finish")).to_be_hidden()
    table.page.keyboard.press("f")
    expect(table.shown("said")).to_have_text(
        "Finish is for when every card left can go to its foundation."
    )
    expect(table.shown("moves")).to_have_text("0")


def test_a_hint_is_lit_said_and_counted(table: Table, solved: list[SolvedDeal]) -> None:
    table.page.route("**/hint", lambda route: route.fulfill(json=HINT))
    table.sit_down(solved[0].deck)
    table.button("Hint").click()
    expect(table.shown("said")).to_have_text(
        "Hint: 7 of diamonds: column 3 to column 5. This game can still be won. "
        "Few other moves keep the win. 1 hint used in this game."
    )
    expect(table.page.locator(".hinted")).to_have_attribute("data-card", "7D")
    expect(table.page.locator(".target")).to_have_attribute("data-pile", "t5")
    expect(table.shown("hints")).to_have_text("1")


def test_a_hopeless_game_is_called_so(table: Table, solved: list[SolvedDeal]) -> None:
    hopeless = {**HINT, "verdict": "lost", "move": None, "critical": False}
    table.page.route("**/hint", lambda route: route.fulfill(json=hopeless))
    table.sit_down(solved[0].deck)
    table.page.keyboard.press("h")
    expect(table.shown("said")).to_have_text(
        "This game can no longer be won. 1 hint used in this game."
    )
    expect(table.page.locator(".hinted")).to_have_count(0)


def test_a_hint_of_the_server_can_be_played(table: Table, solved: list[SolvedDeal]) -> None:
    """Late in the game, where the search is short."""
    game_id = table.sit_down(solved[0].deck, solved[0].line[:60])
    table.button("Hint").click()
    expect(table.shown("said")).to_contain_text("can still be won", timeout=60_000)
    assert table.call("GET", f"games/{game_id}")["hints"] == 1
    source = table.page.locator("[data-pile]", has=table.page.locator(".hinted"))
    table.drag(
        source.get_attribute("data-pile") or "",
        table.page.locator(".target").get_attribute("data-pile") or "",
        table.page.locator(".hinted").count(),
    )
    expect(table.shown("moves")).to_have_text("61")


def test_a_ranked_game_has_no_hints_and_says_why(table: Table) -> None:
    table.page.goto("/")
    table.button("Play").click()
    expect(table.button("Deal")).to_be_enabled()
    expect(table.button("Hint")).to_have_count(0)
    table.page.keyboard.press("h")
    expect(table.shown("said")).to_have_text(
        "A ranked game has no hints: everybody plays it unaided."
    )

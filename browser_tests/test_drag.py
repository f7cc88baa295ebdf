"""Cards carried by the mouse, and the press that sends a card where it goes best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser_tests.table import parts

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

# The first deck of the vectors opens with: deal, t3-t5, t6-f, r5-t3.


def test_a_whole_game_is_won_by_dragging(table: Table, solved: list[SolvedDeal]) -> None:
    deal = solved[0]
    table.sit_down(deal.deck)
    for ply, move in enumerate(deal.line, 1):
        if move == "deal":
            table.play(move, ply)
            continue
        source, target, count = parts(move)
        suit = table.cards(source)[-1][1]
        table.drag(source, f"f{suit}" if target == "f" else target, count)
        expect(table.shown("moves")).to_have_text(str(ply))
        table.answered()
    expect(table.shown("end-title")).to_have_text(f"Won in {len(deal.line)} moves")


def test_a_carried_card_hangs_from_the_pointer_and_lights_where_it_may_go(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    card = table.pile("t3").locator(".card").last
    before = card.bounding_box()
    table.carry("t3", "t5")
    expect(table.page.locator(".target")).to_have_attribute("data-pile", "t5")
    expect(table.pile("t5")).to_contain_class("over")
    after = card.bounding_box()
    assert before
    assert after
    assert after["x"] > before["x"] + before["width"]
    table.page.mouse.up()
    expect(table.shown("said")).to_have_text("7 of diamonds: column 3 to column 5")


def test_a_card_dropped_where_it_may_not_go_is_put_back(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    before = table.board()
    table.drag("t3", "t1")
    expect(table.shown("said")).to_have_text("Put back.")
    expect(table.page.locator(".lifted")).to_have_count(0)
    assert table.board() == before
    expect(table.shown("moves")).to_have_text("0")


def test_escape_puts_a_carried_card_back(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    table.carry("t3", "t5")
    expect(table.pile("t5")).to_contain_class("target")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".lifted")).to_have_count(0)
    table.page.mouse.up()
    expect(table.shown("said")).to_have_text("Put back.")
    expect(table.shown("moves")).to_have_text("0")


def test_a_card_that_cannot_move_is_not_carried(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    table.carry("r1", "t1")
    expect(table.page.locator(".lifted")).to_have_count(0)
    table.page.mouse.up()
    expect(table.shown("moves")).to_have_text("0")


def test_a_double_press_sends_a_card_to_the_only_column(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    table.pile("t3").locator(".card").last.dblclick()
    expect(table.shown("said")).to_have_text("7 of diamonds: column 3 to column 5")
    expect(table.shown("moves")).to_have_text("1")


def test_a_double_press_asks_when_there_is_a_choice(table: Table, solved: list[SolvedDeal]) -> None:
    """After its first seven moves the third deck lets reserve 3 go to columns 2 and 6."""
    table.sit_down(solved[2].deck, solved[2].line[:7])
    table.pile("r3").locator(".card").last.dblclick()
    expect(table.page.locator(".target")).to_have_count(2)
    expect(table.pile("r3").locator(".lifted")).to_have_count(1)
    table.put("t6")
    expect(table.shown("moves")).to_have_text("8")

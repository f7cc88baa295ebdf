"""The whole board without a pointer and without sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser_tests.table import parts

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

ROWS = [
    ["fC", "fD", "fH", "fS", "x1", "x2", "stock"],
    ["r1", "r2", "r3", "r4", "r5", "r6", "r7"],
    ["t1", "t2", "t3", "t4", "t5", "t6", "t7"],
]
FOCUSED = "document.activeElement.dataset.pile"


def where(pile: str) -> tuple[int, int]:
    row = next(number for number, piles in enumerate(ROWS) if pile in piles)
    return row, ROWS[row].index(pile)


def go(table: Table, target: str) -> None:
    """From the focused pile to another with the arrow keys."""
    while (here := table.page.evaluate(FOCUSED)) != target:
        (row, place), (to_row, to_place) = where(here), where(target)
        if place != to_place:
            key = "ArrowRight" if place < to_place else "ArrowLeft"
        else:
            key = "ArrowDown" if row < to_row else "ArrowUp"
        table.page.keyboard.press(key)


def lift(table: Table, pile: str, count: int) -> None:
    """Point along the run with the arrow keys, then Enter."""
    pointed = table.pile(pile).locator(".pointed")
    while count > 1 and pointed.count() != count:
        said = table.shown("said").text_content()
        table.page.keyboard.press("ArrowUp")
        expect(table.shown("said")).not_to_have_text(said or "")
    table.page.keyboard.press("Enter")
    expect(table.pile(pile).locator(".lifted")).to_have_count(count)


def test_a_whole_game_is_won_with_the_keyboard(table: Table, solved: list[SolvedDeal]) -> None:
    line = solved[0].line
    table.sit_down(solved[0].deck)
    table.pile("t1").focus()
    for ply, move in enumerate(line, 1):
        if move == "deal":
            table.page.keyboard.press("d")
        else:
            source, target, count = parts(move)
            suit = table.cards(source)[-1][1]
            go(table, source)
            lift(table, source, count)
            go(table, f"f{suit}" if target == "f" else target)
            table.page.keyboard.press("Enter")
        expect(table.shown("moves")).to_have_text(str(ply))
        table.answered()
    expect(table.shown("end")).to_be_focused()
    expect(table.shown("end-title")).to_have_text(f"Won in {len(line)} moves")
    expect(table.shown("said")).to_be_empty()


def test_escape_puts_back_what_enter_lifted(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    table.pile("t3").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".lifted")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".lifted")).to_have_count(0)
    expect(table.shown("said")).to_have_text("Put back.")


def test_every_pile_says_what_it_holds_and_what_may_be_done(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    names = {
        "t1": "Column 1: 1 card, 10 of clubs",
        "t3": "Column 3: 3 cards, 7 of diamonds, on king of hearts, 3 of clubs. Goes to column 5",
        "r1": "Reserve 1: 1 card, 4 of clubs",
        "x1": "Extra place 1: empty",
        "fS": "Foundation of spades: 1 card, next queen",
        "fH": "Foundation of hearts: 0 cards, next jack",
        "stock": "Stock: 16 cards, 3 deals left",
    }
    for pile, name in names.items():
        expect(table.pile(pile)).to_have_accessible_name(name)
    table.lift("t3")
    expect(table.pile("t3")).to_have_attribute("aria-pressed", "true")
    expect(table.pile("t5")).to_have_accessible_name(
        "Column 5: 5 cards, 8 of spades, on jack of diamonds, 3 of diamonds, 5 of spades, "
        "king of spades. Takes the lifted cards"
    )


def test_the_keys_are_listed_and_the_focus_comes_back(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    table.pile("t3").focus()
    table.page.keyboard.press("?")
    keys = table.page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    table.page.keyboard.press("d")
    table.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(table.pile("t3")).to_be_focused()
    expect(table.shown("moves")).to_have_text("0")


def test_the_board_is_no_trap(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    table.pile("t7").focus()
    for name in ("Settings", "Keys", "Deal"):
        table.page.keyboard.press("Tab")
        expect(table.button(name)).to_be_focused()

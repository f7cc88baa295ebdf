"""What the board does with presses, keys, other devices and a network that fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from browser_tests.table import Table
    from conftest import SolvedDeal

# The first deck of the vectors opens with: deal, t3-t5, t6-f, r5-t3.


def test_a_lifted_card_is_put_back_by_a_second_press(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    table.lift("t3").click()
    expect(table.page.locator(".lifted")).to_have_count(0)
    expect(table.shown("said")).to_have_text("Put back.")
    expect(table.shown("moves")).to_have_text("0")


def test_only_the_piles_that_the_server_names_light_up(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    table.lift("t3")
    assert [p.get_attribute("data-pile") for p in table.page.locator(".target").all()] == ["t5"]


def test_a_pile_without_a_move_says_so(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    table.pile("r1").click()
    expect(table.shown("said")).to_have_text("Nothing moves from reserve 1 now.")


def test_a_double_press_sends_a_card_to_its_foundation(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    table.pile("t6").locator(".card").last.dblclick()
    expect(table.shown("moves")).to_have_text("1")
    assert table.cards("fS") == ["QS"]


def test_the_keyboard_alone_plays_deals_and_undoes(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    keyboard = table.page.keyboard
    table.pile("t1").focus()
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(table.pile("t5")).to_contain_class("target")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(table.shown("said")).to_have_text("7 of diamonds: column 3 to column 5")
    keyboard.press("d")
    expect(table.shown("stock")).to_have_text("9")
    keyboard.press("u")
    expect(table.shown("stock")).to_have_text("16")
    expect(table.shown("undos")).to_have_text("1")


def test_a_ranked_deal_cannot_be_undone_and_the_button_says_why(table: Table) -> None:
    table.page.goto("/")
    table.button("Play").click()
    table.button("Deal").click()
    expect(table.shown("moves")).to_have_text("1")
    expect(table.button("Undo")).to_have_attribute("aria-disabled", "true")
    expect(table.button("Undo")).to_have_attribute(
        "title", "In a ranked game a deal stays: it has shown hidden cards."
    )


def test_giving_up_is_asked_first(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    dialog = table.page.get_by_role("dialog")
    table.button("Concede").click()
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).to_be_hidden()
    expect(table.shown("end")).to_be_hidden()
    table.button("Concede").click()
    dialog.get_by_role("button", name="Concede").click()
    expect(table.shown("end-title")).to_have_text("Conceded")


def test_a_move_made_elsewhere_is_shown_and_nothing_played_over_it(
    table: Table, solved: list[SolvedDeal]
) -> None:
    game_id = table.sit_down(solved[0].deck)
    table.call("POST", f"games/{game_id}/moves", {"ply": 0, "move": "t6-f"})
    table.lift("t3")
    table.put("t5")
    expect(table.shown("said")).to_contain_text("moved on elsewhere")
    expect(table.shown("moves")).to_have_text("1")
    assert table.cards("fS") == ["QS"]


def test_a_move_whose_answer_is_lost_is_sent_again_and_counts_once(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    losses: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if losses:
            route.continue_()
        else:
            losses.append(str(route.fetch().status))
            route.abort()

    table.page.route("**/moves", lose_the_first_answer)
    table.button("Deal").click()
    expect(table.shown("banner")).to_be_visible()
    expect(table.shown("stock")).to_have_text("9")
    expect(table.shown("banner")).to_be_hidden()
    expect(table.shown("moves")).to_have_text("1")
    assert losses == ["200"]

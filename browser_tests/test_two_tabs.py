"""One game in two tabs: moves of one appear in the other, and of two at once one is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser_tests.table import Table
from games.models import Game

if TYPE_CHECKING:
    from conftest import SolvedDeal

# The first deck of the vectors opens with: deal, t3-t5, t6-f, r5-t3.
LOOKED_AT = "dispatchEvent(new Event('focus'))"


@pytest.fixture
def tabs(table: Table, solved: list[SolvedDeal]) -> tuple[Table, Table, int]:
    """Two tabs of one player on one game, and its id."""
    game_id = table.sit_down(solved[0].deck)
    second = Table(table.page.context.new_page())
    second.page.goto(f"/games/{game_id}")
    expect(second.shown("moves")).to_have_text("0")
    return table, second, game_id


def test_a_move_in_one_tab_appears_in_the_other_when_it_is_looked_at(
    tabs: tuple[Table, Table, int],
) -> None:
    first, second, _ = tabs
    first.drag("t3", "t5")
    first.answered()
    second.page.evaluate(LOOKED_AT)
    expect(second.shown("moves")).to_have_text("1")
    expect(second.shown("said")).to_contain_text("moved on elsewhere")
    assert second.board() == first.board()
    second.drag("t6", "fS")
    second.answered()
    first.page.evaluate(LOOKED_AT)
    expect(first.shown("moves")).to_have_text("2")
    assert first.board() == second.board()


def test_of_two_tabs_that_move_at_once_one_is_told_and_shows_the_game(
    tabs: tuple[Table, Table, int],
) -> None:
    first, second, game_id = tabs
    first.drag("t3", "t5")
    first.answered()
    second.drag("t6", "fS")
    expect(second.shown("banner")).to_have_text(
        re.compile(r"moved on elsewhere.* 1 action from here did not count\.")
    )
    second.answered()
    assert second.board() == first.board()
    assert Game.objects.get(pk=game_id).history == "t3-t5"
    second.drag("t6", "fS")
    second.answered()
    expect(second.shown("banner")).to_be_hidden()
    assert Game.objects.get(pk=game_id).history == "t3-t5 t6-f"


def test_the_same_move_in_both_tabs_counts_once(tabs: tuple[Table, Table, int]) -> None:
    first, second, game_id = tabs
    for tab in (first, second):
        tab.drag("t3", "t5")
        tab.answered()
        expect(tab.shown("moves")).to_have_text("1")
        expect(tab.shown("banner")).to_be_hidden()
    assert Game.objects.get(pk=game_id).history == "t3-t5"


def test_a_game_that_ended_elsewhere_shows_its_end(tabs: tuple[Table, Table, int]) -> None:
    first, second, _ = tabs
    first.button("Concede").click()
    first.page.locator("#concede button[value=concede]").click()
    expect(first.shown("end-title")).to_have_text("Conceded")
    second.drag("t3", "t5")
    expect(second.shown("end-title")).to_have_text("Conceded")
    expect(second.shown("moves")).to_have_text("1")
    assert second.board() == first.board()

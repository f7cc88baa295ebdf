"""A low window on a desk: what is said of a move is seen without scrolling, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser_tests.test_narrow import LANGUAGES

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

HINT = {"ply": 16, "verdict": "winnable", "move": "t4-t3:2", "critical": True}
# Cut off, or broken in two lines.
CUT_UP = """(buttons) => buttons
  .filter((button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return button.scrollWidth > button.clientWidth || words.getClientRects().length > 1;
  })
  .map((button) => button.textContent)"""
COVERED = """(said) => {
  const { left, right, top, bottom } = said.getBoundingClientRect();
  return [...document.querySelectorAll(".card")]
    .map((card) => [card.dataset.card, card.getBoundingClientRect()])
    .filter(([, at]) => at.left < right && at.right > left && at.top < bottom && at.bottom > top)
    .map(([card]) => card);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(650, 500), (700, 500), (700, 620), (1280, 600)])
def test_what_is_said_stands_beside_the_cards_and_above_the_lower_edge(
    table: Table, solved: list[SolvedDeal], language: str, width: int, height: int
) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    page.locator(f".languages [lang^={language}]").click()
    page.route("**/hint", lambda route: route.fulfill(json=HINT))
    table.sit_down(solved[0].deck, solved[0].line[:16])
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hinted")).to_have_count(2)
    said = table.shown("said")
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate(COVERED) == []
    assert page.locator(".controls button:visible").evaluate_all(CUT_UP) == []

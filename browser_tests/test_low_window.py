"""A low window on a desk: what is said of a move is seen without scrolling, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser_tests.test_narrow import LANGUAGES

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

CUT_OFF = """(buttons) => buttons
  .filter((button) => button.scrollWidth > button.clientWidth)
  .map((button) => button.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [700, 1280])
def test_what_is_said_stays_above_the_lower_edge(
    table: Table, solved: list[SolvedDeal], language: str, width: int
) -> None:
    page = table.page
    page.set_viewport_size({"width": width, "height": 620})
    page.locator(f".languages [lang^={language}]").click()
    table.sit_down(solved[0].deck, solved[0].line[:16])
    page.locator("[data-do=hint]").click()
    expect(table.shown("said")).not_to_be_empty()
    expect(table.shown("said")).to_be_in_viewport(ratio=1)
    assert page.locator(".controls button:visible").evaluate_all(CUT_OFF) == []

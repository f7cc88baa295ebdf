"""The pictures of a game in docs/screenshots. One command makes them again:

DJANGO_ALLOW_ASYNC_UNSAFE=true pytest browser_tests/screenshots.py
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

PICTURES = Path(__file__).parents[1] / "docs" / "screenshots"
SIZES = {"desktop": (1280, 860), "phone": (360, 740), "landscape": (740, 360)}
MOVES = 16


@pytest.mark.parametrize("name", SIZES)
def test_a_game_has_its_picture_taken(table: Table, solved: list[SolvedDeal], name: str) -> None:
    width, height = SIZES[name]
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.emulate_media(color_scheme="dark" if name == "landscape" else "light")
    table.sit_down(solved[0].deck, solved[0].line[:MOVES])
    table.lift("t4", 2)
    expect(table.pile("t3")).to_contain_class("target")
    table.page.screenshot(path=PICTURES / f"play-{name}.png")

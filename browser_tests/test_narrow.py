"""A narrow phone: no page scrolls sideways or has a target too small to hit, in any language."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser_tests.table import Table
from browser_tests.test_accessibility import FOR_MEMBERS, OPEN_TO_ALL

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from conftest import SolvedDeal
    from games.models import Contest

LANGUAGES = ["en", "es", "fr", "pt"]
LEAST_TARGET_PX = 24
# Links within text are as high as their line, and a checkbox is pressed by its label, too.
TOO_SMALL = """(least) => [...document.querySelectorAll("a[href], button, select, summary")]
  .filter((target) => target.checkVisibility() && !target.matches(".skip"))
  .filter((target) => getComputedStyle(target).display !== "inline")
  .filter((target) => {
    const { width, height } = target.getBoundingClientRect();
    return Math.min(width, height) < least - 0.1;
  })
  .map((target) => target.outerHTML.slice(0, 80))"""


@pytest.fixture
def narrow(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def misfits(page: Page) -> list[str]:
    """What is too small to hit, and whether the page scrolls sideways."""
    small: list[str] = page.evaluate(TOO_SMALL, LEAST_TARGET_PX)
    root = "document.documentElement"
    wide = page.evaluate(f"{root}.scrollWidth > {root}.clientWidth")
    return [*small, "the page scrolls sideways"] if wide else small


def test_a_planted_misfit_is_found(narrow: Page) -> None:
    narrow.goto("/problems")
    narrow.locator("h1").evaluate("(title) => { title.style.width = '400px'; }")
    narrow.locator(".brand").evaluate("(brand) => { brand.style.height = '20px'; }")
    found = misfits(narrow)
    assert [text[:16] for text in found] == ['<a class="brand"', "the page scrolls"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_phone_fits_every_page_in_every_language(
    narrow: Page, solved: list[SolvedDeal], language: str
) -> None:
    table = Table(narrow)
    table.sign_up("abcdefghij-klmnopqrs")
    game = table.sit_down(solved[0].deck, solved[0].line[:16])
    narrow.locator(f".languages [lang^={language}]").click()
    pages = [page for page in [*OPEN_TO_ALL, *FOR_MEMBERS] if page != "/players/ann"]
    mine = ["/players/abcdefghij-klmnopqrs", f"/games/{game}", f"/games/{game}/history"]
    found = {}
    for address in [*pages, *mine]:
        narrow.goto(address)
        found[address] = misfits(narrow)
    assert {address: faults for address, faults in found.items() if faults} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_phone_fits_the_last_hour_of_a_day(
    narrow: Page, today: Contest, language: str
) -> None:
    narrow.goto("/")
    narrow.locator(f".languages [lang^={language}]").click()
    narrow.clock.set_fixed_time(today.closes_at - timedelta(minutes=48, seconds=2))
    for address in ("/", "/daily/today"):
        narrow.goto(address)
        expect(narrow.locator("time[data-left]").first).to_have_text("48 min 02 s")
        assert misfits(narrow) == [], address

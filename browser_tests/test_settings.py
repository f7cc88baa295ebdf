"""How the board looks by the player's wish, and that everybody can read it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

FOUR = "Four colours: clubs green, diamonds blue"
LEAST_TARGET_PX = 24
STYLE = "(element, name) => getComputedStyle(element)[name]"
COUNT_GLIDES = """() => {
  new MutationObserver(() => {
    const motions = document.getAnimations().filter((m) => !(m instanceof CSSTransition));
    document.documentElement.dataset.glides = motions.length;
  }).observe(document.querySelector('[data-pile="t5"]'), {childList: true});
}"""
SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 900)]


def choose(table: Table, *labels: str) -> None:
    table.button("Settings").click()
    for label in labels:
        table.page.get_by_label(label, exact=True).check()
    table.button("Close").click()


def colour(table: Table, card: str) -> str:
    found: str = table.page.locator(f'[data-card="{card}"]').evaluate(STYLE, "color")
    return found


def test_a_deck_of_four_colours_is_kept_over_a_reload(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    one_of_each = ["TC", "7D", "TH", "KS"]
    assert len({colour(table, card) for card in one_of_each}) == 2
    choose(table, FOUR)
    assert len({colour(table, card) for card in one_of_each}) == 4
    table.page.reload()
    expect(table.button("Deal")).to_be_enabled()
    assert len({colour(table, card) for card in one_of_each}) == 4
    table.button("Settings").click()
    expect(table.page.get_by_label(FOUR)).to_be_checked()


def test_red_and_black_differ_by_more_than_hue(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    choose(table, FOUR)
    for part in (".emblem", ".corner .pip"):
        red = table.page.locator(f'[data-card="7D"] {part}')
        black = table.page.locator(f'[data-card="KS"] {part}')
        assert red.evaluate(STYLE, "stroke") != "none"
        assert black.evaluate(STYLE, "stroke") == "none"


def test_large_ranks_are_larger(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    corner = table.page.locator('[data-card="7D"] .corner')
    before = float(corner.evaluate(STYLE, "fontSize").removesuffix("px"))
    choose(table, "Large ranks and suits")
    assert float(corner.evaluate(STYLE, "fontSize").removesuffix("px")) > 1.3 * before


def test_wishes_are_there_before_anything_is_painted(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    choose(table, "High contrast")
    table.page.add_init_script("""
      new PerformanceObserver((list, watch) => {
        const { dataset } = document.documentElement;
        dataset.painted = `with ${dataset.contrast} contrast`;
        watch.disconnect();
      }).observe({type: "paint", buffered: true});
    """)
    table.page.route("**/*.js", lambda route: route.abort())
    table.page.reload()
    expect(table.page.locator("html")).to_have_attribute("data-painted", "with more contrast")


def test_the_contrast_that_a_system_asks_for_is_given(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    assert colour(table, "KS") == "rgb(29, 34, 38)"
    table.page.emulate_media(contrast="more")
    assert colour(table, "KS") == "rgb(0, 0, 0)"


def test_animation_can_be_turned_off(table: Table, solved: list[SolvedDeal]) -> None:
    table.page.emulate_media(reduced_motion="no-preference")
    table.sit_down(solved[0].deck)
    table.page.evaluate(COUNT_GLIDES)
    html = table.page.locator("html")
    table.drag("t3", "t5")
    expect(html).to_have_attribute("data-glides", re.compile("[1-9]"))
    table.answered()
    choose(table, "No animation")
    table.button("Undo").click()
    expect(html).to_have_attribute("data-glides", "0")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_target_can_be_hit_and_nothing_scrolls_sideways(
    table: Table, solved: list[SolvedDeal], width: int, height: int
) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(solved[0].deck, solved[0].line[:16])
    expect(table.button("Deal")).to_be_enabled()
    for target in table.page.locator("#play").get_by_role("button").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST_TARGET_PX, target.text_content()
    assert table.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_phone_held_sideways_shows_the_whole_game(table: Table, solved: list[SolvedDeal]) -> None:
    table.page.set_viewport_size({"width": 740, "height": 360})
    table.sit_down(solved[0].deck, solved[0].line[:16])
    expect(table.button("Deal")).to_be_in_viewport(ratio=1)
    for card in table.page.locator(".card").all():
        expect(card).to_be_in_viewport(ratio=1)


def test_the_docs_of_the_api_are_dark_with_the_system_and_with_the_player(table: Table) -> None:
    page = table.page
    page.goto("/api/v1/docs")
    expect(page.get_by_role("heading", level=1)).to_have_text("The API of Agnes")
    expect(page.locator("html")).not_to_contain_class("dark-mode")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_contain_class("dark-mode")
    table.call("PATCH", "me", {"theme": "light"})
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("html")).not_to_contain_class("dark-mode")

"""Each language from the first page to a hint: no English beside it; and the rules played in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import expect

from browser_tests.test_accessibility import complaints

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from browser_tests.table import Table
    from conftest import SolvedDeal

LANGUAGES = {"es": "Español", "fr": "Français", "pt-pt": "Português"}
ENGLISH = re.compile(
    r"\b(the|of|and|your|with|you|is|are|this|from|have|it|that|by|was|cards|moves)\b"
)
SPOKEN = "(page) => [page, ...page.querySelectorAll('[aria-label], [title]')].flatMap((part) => \
[part === page ? page.innerText : '', part.ariaLabel, part.title]).filter(Boolean)"


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, page: Page) -> str:
    """A language, chosen at the foot of the first page."""
    page.goto("/")
    button = page.get_by_role("button", name=LANGUAGES[request.param])
    button.click()
    expect(page.locator("html")).to_have_attribute("lang", request.param)
    expect(button).to_have_attribute("aria-current", "true")
    return str(request.param)


def assert_no_english(page: Page) -> None:
    spoken: list[str] = page.locator("body").evaluate(SPOKEN)
    assert [found[0] for text in spoken for found in ENGLISH.finditer(text)] == []


def test_pages_speak_one_language(page: Page, language: str) -> None:
    for address in ("/", "/rules", "/daily", "/leaderboards/all", "/accounts/login/", "/nowhere"):
        if address != "/nowhere":
            page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_no_english(page)


def test_a_sign_up_complains_in_the_language(page: Page, language: str) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill("ann!")
    page.locator("[name=password1]").fill("12345")
    page.locator("[name=password2]").fill("12345")
    page.locator("main button").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    assert_no_english(page)


def test_a_game_is_played_and_helped_in_the_language(
    table: Table, language: str, solved: list[SolvedDeal]
) -> None:
    page = table.page
    table.sit_down(solved[0].deck)
    table.lift("t3")
    assert_no_english(page)
    table.put("t5")
    expect(table.shown("moves")).to_have_text("1")
    page.keyboard.press("d")
    expect(table.shown("stock")).to_have_text("9")
    assert_no_english(page)
    page.keyboard.press("h")
    expect(table.shown("hints")).to_have_text("1")
    assert_no_english(page)
    page.keyboard.press("d")
    expect(table.shown("stock")).to_have_text("2")
    page.locator('[data-do="concede"]').click()
    page.locator('#concede [value="concede"]').click()
    expect(table.shown("end-title")).to_be_visible()
    assert_no_english(page)
    page.locator('[data-show="end"] a').last.click()
    expect(page.locator('[data-show="words"]')).not_to_be_empty()
    assert_no_english(page)


def diagrams(page: Page) -> list[Locator]:
    page.goto("/rules")
    return page.locator(".diagram").all()


HANDS = ["mouse", "finger", "keyboard"]


def press(pile: Locator, hand: str) -> None:
    if hand == "keyboard":
        pile.press("Enter")
    elif hand == "finger":
        pile.tap(position={"x": 6, "y": 4})
    else:
        pile.click(position={"x": 6, "y": 4})


@pytest.fixture(params=HANDS)
def hand(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "has_touch": True}


def play_every_diagram(page: Page, hand: str) -> None:
    for diagram in diagrams(page):
        source, target = (diagram.get_attribute(f"data-{end}") for end in ("source", "target"))
        before, after = diagram.locator(".board").all()
        status = diagram.get_by_role("status")
        press(before.locator(f'[data-pile="{source}"]'), hand)
        if source != target:
            expect(before.locator(".target")).to_have_attribute("data-pile", str(target))
            expect(status).not_to_be_empty()
            press(before.locator(f'[data-pile="{target}"]'), hand)
        expect(after).to_be_visible()
        expect(before).to_be_hidden()
        expect(status).to_have_text(str(status.get_attribute("data-text")))
        again = diagram.locator('[data-do="again"]')
        expect(again).to_be_focused()
        press(again, hand)
        expect(before).to_be_visible()


def test_every_diagram_of_the_rules_plays_its_move(page: Page, hand: str) -> None:
    play_every_diagram(page, hand)


def test_every_diagram_plays_its_move_in_the_language(page: Page, language: str) -> None:
    play_every_diagram(page, "keyboard")
    assert_no_english(page)


def test_a_diagram_is_played_by_keyboard_and_knows_one_move(page: Page) -> None:
    diagram = diagrams(page)[0]
    board, status = diagram.locator(".board").first, diagram.get_by_role("status")
    board.locator('[data-pile="r2"]').press("Enter")
    expect(status).to_have_text("Not this one: the move to try stands above.")
    board.locator('[data-pile="r1"]').press("Enter")
    expect(board.locator(".lifted")).to_have_count(1)
    board.locator('[data-pile="t1"]').press("Enter")
    expect(diagram.get_by_role("button", name="Set up again")).to_be_focused()


def test_a_diagram_scrolls_inside_itself_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    widest = diagrams(page)[1].locator(".felt")
    assert widest.evaluate("felt => felt.scrollWidth > felt.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_diagram_at_work(
    page: Page, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    lifted, played = diagrams(page)[:2]
    lifted.locator('[data-pile="r1"]').first.click()
    for pile in ("t3", "t5"):
        played.locator(f'[data-pile="{pile}"]').first.click()
    expect(played.get_by_role("button", name="Set up again")).to_be_visible()
    assert complaints(page) == []


def test_without_javascript_the_diagrams_show_their_positions(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    for diagram in diagrams(page):
        before, after = diagram.locator(".board").all()
        expect(before).to_be_visible()
        expect(before.locator(".card").first).to_be_visible()
        expect(after).to_be_hidden()
    context.close()

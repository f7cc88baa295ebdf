"""Looking back at a game: stepping, jumping, sharing a move, and the review."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from browser_tests.test_accessibility import LOOKS, complaints
from browser_tests.test_languages import LANGUAGES, assert_no_english
from browser_tests.test_low_window import CUT_UP
from games.models import Review
from games.services.reviews import review_compute
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

    from browser_tests.table import Table
    from games.models import Game

LOSABLE_BY_A_CHOICE = 301
LINE = ["deal", "r2-t6", "concede"]
MARKUP = """board => [...board.querySelectorAll("[data-pile], .slot, .tag, .card, svg")].map(
  part => [part.tagName, part.className.baseVal ?? part.className, part.dataset.card,
           part.title, part.textContent])"""


@pytest.fixture
def game(table: Table) -> Game:
    """A casual game of Ann's that its second move lost."""
    now = timezone.now()
    begun = playing.casual_game(User.objects.get(username="ann"), LOSABLE_BY_A_CHOICE, now)
    return playing.play_line(begun, LINE, now)


def step(table: Table, name: str) -> Locator:
    return table.page.get_by_role("link", name=name, exact=True)


def compute() -> None:
    review_compute(review_id=Review.objects.get().pk, now=timezone.now())


def test_a_phone_held_sideways_has_the_whole_board_and_words_to_read(
    table: Table, game: Game
) -> None:
    page = table.page
    page.set_viewport_size({"width": 740, "height": 360})
    page.goto(f"/games/{game.pk}/history")
    card = page.locator(".columns .card").first.bounding_box()
    assert card
    assert card["width"] > 40
    assert complaints(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_phone_has_room_for_every_step(table: Table, game: Game, language: str) -> None:
    page = table.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(f".languages [lang^={language}]").click()
    page.goto(f"/games/{game.pk}/history")
    expect(page.locator("[data-step=play]")).to_be_visible()
    assert page.locator(".steps > *").evaluate_all(CUT_UP) == []


def test_a_game_is_stepped_through_by_buttons_keys_and_slider(table: Table, game: Game) -> None:
    page, words = table.page, table.shown("words")
    page.goto(f"/games/{game.pk}/history")
    expect(words).to_have_text("0 of 3: the opening")
    step(table, "One action on").click()
    expect(words).to_have_text("1 of 3: a card dealt to each reserve")
    assert len(table.cards("r1")) == 2
    assert table.page.locator(".card").count() == 43
    expect(page.locator(".reserves .moved")).to_have_count(7)
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("2 of 3: ")
    expect(page.locator(".moved")).to_have_count(1)
    expect(table.pile("t6").locator(".card").last).to_contain_class("moved")
    page.keyboard.press("End")
    expect(words).to_have_text("3 of 3: conceded")
    page.locator("#where").focus()
    page.keyboard.press("Home")
    expect(words).to_have_text("0 of 3: the opening")
    expect(page.locator("#where")).to_have_attribute("aria-valuetext", "0 of 3: the opening")


def test_a_game_plays_itself_to_its_end(table: Table, game: Game) -> None:
    table.page.goto(f"/games/{game.pk}/history")
    table.button("Play").click()
    expect(table.button("Pause")).to_be_visible()
    expect(table.shown("words")).to_have_text("3 of 3: conceded")
    expect(table.button("Play")).to_be_visible()


def test_a_link_leads_to_a_move(table: Table, game: Game) -> None:
    page = table.page
    page.goto(f"/games/{game.pk}/history?ply=2")
    expect(table.shown("words")).to_contain_text("2 of 3: ")
    expect(page.locator("#ply-2")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="1", exact=True).click()
    expect(table.shown("words")).to_contain_text("1 of 3: ")
    step(table, "One action on").click()
    expect(page).to_have_url(re.compile(r"/history\?ply=2$"))


def test_a_review_is_asked_for_waited_for_and_shown(table: Table, game: Game) -> None:
    page = table.page
    page.goto(f"/games/{game.pk}/history")
    table.button("Review this game").click()
    expect(table.shown("review")).to_have_text("The review waits for its turn.")
    compute()
    expect(table.shown("review")).to_contain_text("The win was lost by a move")
    words = "The game after moves 0 to 1 could be won; after moves 2 to 3 could not be won."
    expect(page.get_by_role("img", name=words)).to_be_visible()


def test_a_review_that_is_there_is_shown_at_once_and_its_win_stepped_through(
    table: Table, game: Game
) -> None:
    page = table.page
    table.call("GET", f"games/{game.pk}/review")
    compute()
    page.goto(f"/games/{game.pk}/history")
    expect(page.locator("#ply-2")).to_contain_class("turned")
    table.button("Look at it").click()
    expect(table.shown("words")).to_contain_text("1 of 3: ")
    table.button("Step through a win from there").click()
    expect(table.shown("words")).to_contain_text("Winning line, 0 of ")
    step(table, "To the end").click()
    for suit in "CDHS":
        expect(table.pile(f"f{suit}").locator(".tag")).to_have_text("full")
    table.button("Back to the game").click()
    expect(table.shown("words")).to_contain_text("1 of 3: ")


def test_a_review_that_does_not_come_can_be_asked_for_again(table: Table, game: Game) -> None:
    page = table.page
    page.route("**/review", lambda route: route.abort())
    page.goto(f"/games/{game.pk}/history")
    table.button("Review this game").click()
    expect(table.shown("review")).to_contain_text("could not be fetched")
    page.unroute("**/review")
    table.button("Try again").click()
    expect(table.shown("review")).to_have_text("The review waits for its turn.")


def test_space_plays_and_pauses_and_speed_can_be_chosen(table: Table, game: Game) -> None:
    page = table.page
    page.goto(f"/games/{game.pk}/history")
    page.get_by_label("Speed").select_option("4")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(table.shown("words")).to_have_text("3 of 3: conceded")
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("0.5")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(table.button("Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(table.button("Play")).to_be_visible()


def test_a_finger_flips_through_the_game(table: Table, game: Game) -> None:
    page, felt = table.page, table.page.locator(".felt")
    page.goto(f"/games/{game.pk}/history")
    for start, end, shown in ((300, 100, "1 of 3"), (300, 100, "2 of 3"), (100, 300, "1 of 3")):
        for kind, x in (("pointerdown", start), ("pointerup", end)):
            felt.dispatch_event(kind, {"clientX": x, "clientY": 90, "pointerType": "touch"})
        expect(table.shown("words")).to_contain_text(shown)
    felt.dispatch_event("pointerdown", {"clientX": 300, "clientY": 90, "pointerType": "touch"})
    felt.dispatch_event("pointerup", {"clientX": 250, "clientY": 400, "pointerType": "touch"})
    expect(table.shown("words")).to_contain_text("1 of 3")


def test_the_link_to_a_move_is_copied(table: Table, game: Game) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/games/{game.pk}/history?ply=1")
    table.button("Copy a link to this move").click()
    expect(table.shown("copied")).to_have_text("The link is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/games/{game.pk}/history?ply=1")


def test_the_drawn_board_is_taken_over_and_not_drawn_anew(table: Table, game: Game) -> None:
    page = table.page
    page.route("**/replay*.js", lambda route: route.abort())
    page.goto(f"/games/{game.pk}/history?ply=1")
    drawn = page.locator("#board").evaluate(MARKUP)
    page.unroute("**/replay*.js")
    page.reload()
    expect(table.button("Play")).to_be_visible()
    assert page.locator("#board").evaluate(MARKUP) == drawn


@pytest.fixture
def still(browser: Browser, browser_context_args: dict[str, Any], table: Table) -> Iterator[Page]:
    """Ann's browser without JavaScript."""
    state = table.page.context.storage_state()
    context = browser.new_context(
        **browser_context_args, java_script_enabled=False, storage_state=state
    )
    yield context.new_page()
    context.close()


def test_without_javascript_links_step_through_the_game(still: Page, game: Game) -> None:
    still.goto(f"/games/{game.pk}/history")
    words = still.locator('[data-show="words"]')
    expect(words).to_have_text("0 of 3: the opening")
    still.get_by_role("link", name="One action on").click()
    expect(words).to_have_text("1 of 3: a card dealt to each reserve")
    expect(still.locator('[data-pile="r1"] .card')).to_have_count(2)
    still.get_by_role("link", name="To the end").click()
    expect(words).to_have_text("3 of 3: conceded")
    expect(still.get_by_role("link", name="One action on")).to_be_disabled()
    still.get_by_role("link", name="2", exact=True).click()
    expect(still.locator("#ply-2")).to_have_attribute("aria-current", "true")
    expect(still.locator("[data-scripted]:visible")).to_have_count(0)


@pytest.mark.parametrize("language", ["es", "fr", "pt-pt"])
def test_a_review_speaks_one_language(table: Table, game: Game, language: str) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name=LANGUAGES[language]).click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto(f"/games/{game.pk}/history?ply=2")
    assert_no_english(page)
    with page.expect_response("**/review"):
        page.locator("#review button").click()
    expect(page.locator("#review button")).to_be_hidden()
    assert_no_english(page)
    compute()
    expect(page.locator(".turns li")).to_have_count(2)
    expect(page.locator("tr.turned .turn-mark")).to_be_visible()
    expect(table.shown("verdict")).not_to_be_empty()
    assert_no_english(page)
    page.locator(".turns button").last.click()
    assert_no_english(page)
    page.reload()
    expect(page.locator(".turns li")).to_have_count(2)
    assert_no_english(page)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def test_axe_finds_nothing_in_any_state_of_a_replay(
    table: Table, game: Game, look: tuple[int, str]
) -> None:
    page, (width, scheme) = table.page, look
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(f"/games/{game.pk}/history?ply=1")
    assert complaints(page) == [], "possible"
    page.route("**/review", lambda route: route.abort())
    page.locator("#review button").click()
    expect(table.shown("review")).to_contain_text("could not be fetched")
    assert complaints(page) == [], "failed"
    page.unroute("**/review")
    page.locator("#review button").click()
    expect(table.shown("review")).to_have_text("The review waits for its turn.")
    assert complaints(page) == [], "pending"
    compute()
    expect(page.locator("#ply-2")).to_contain_class("turned")
    assert complaints(page) == [], "ready"
    page.route("**/replay*.js", lambda route: route.abort())
    page.goto(f"/games/{game.pk}/history?ply=2")
    expect(page.locator("[data-scripted]").first).to_be_hidden()
    assert complaints(page) == [], "without the module"

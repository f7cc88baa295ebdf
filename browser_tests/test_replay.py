"""Looking back at a game: stepping, jumping, sharing a move, and the review."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Review
from games.services.reviews import review_compute
from games.tests import playing

if TYPE_CHECKING:
    from browser_tests.table import Table
    from games.models import Game

LOSABLE_BY_A_CHOICE = 301
LINE = ["deal", "r2-t6", "concede"]


@pytest.fixture
def game(table: Table) -> Game:
    """A casual game of Ann's that its second move lost."""
    now = timezone.now()
    begun = playing.casual_game(User.objects.get(username="ann"), LOSABLE_BY_A_CHOICE, now)
    return playing.play_line(begun, LINE, now)


def compute() -> None:
    review_compute(review_id=Review.objects.get().pk, now=timezone.now())


def test_a_game_is_stepped_through_by_buttons_keys_and_slider(table: Table, game: Game) -> None:
    page, words = table.page, table.shown("words")
    page.goto(f"/games/{game.pk}/history")
    expect(words).to_have_text("0 of 3: the opening")
    table.button("One action on").click()
    expect(words).to_have_text("1 of 3: a card dealt to each reserve")
    assert len(table.cards("r1")) == 2
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("2 of 3: ")
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
    page.goto(f"/games/{game.pk}/history#ply-2")
    expect(table.shown("words")).to_contain_text("2 of 3: ")
    expect(page.locator("#ply-2")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="1", exact=True).click()
    expect(table.shown("words")).to_contain_text("1 of 3: ")
    table.button("One action on").click()
    expect(page).to_have_url(re.compile(r"/history#ply-2$"))


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
    table.button("To the end").click()
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

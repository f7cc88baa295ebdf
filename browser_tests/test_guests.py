"""Somebody nobody knows plays at once, and keeps it all by signing up or in."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from browser_tests.table import PASSWORD, Table
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from games.models import Contest


@pytest.fixture
def guest(page: Page) -> Table:
    return Table(page)


@pytest.fixture
def daily(transactional_db: None) -> Contest:
    """Today's daily, on a deal with a known win."""
    return playing.daily_on(timezone.now().date())


def win_todays_deal(guest: Table) -> None:
    """Begin it on the page; the moves are played by the service."""
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play", exact=True).click()
    guest.page.wait_for_url(re.compile(r"/games/\d+$"))
    begun = Game.objects.select_related("player", "deal", "contest").get()
    assert guest.page.url.endswith(f"/games/{begun.pk}")
    playing.play_line(begun, playing.WINNING_LINE, timezone.now())


def test_a_guest_wins_signs_up_and_stands_on_the_board_once(guest: Table, daily: Contest) -> None:
    page = guest.page
    win_todays_deal(guest)
    page.goto("/daily/today/leaderboard")
    expect(page.get_by_text("No win on this board yet.")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Sign up and stand on the board")).to_be_visible()
    guest.sign_up("clara")
    page.goto("/daily/today/leaderboard")
    expect(page.locator("tr.mine")).to_contain_text(f"clara (you) new player {playing.WIN_MOVES}")
    page.goto("/games")
    expect(page.get_by_role("link", name=re.compile("^Deal"))).to_have_count(1)
    call_command("verify_games", "--all")


def test_a_win_asks_a_guest_to_stay_and_comes_back_as_theirs(guest: Table, daily: Contest) -> None:
    page = guest.page
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    address = page.url
    playing.play_line(Game.objects.get(), playing.WINNING_LINE[:-1], timezone.now())
    page.reload()
    guest.pile("t4").locator(".card").dblclick()
    expect(guest.shown("end")).to_contain_text("You play as a guest.")
    page.get_by_role("link", name="Sign up and keep my games").click()
    page.locator("[name=username]").fill("clara")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url(address)
    expect(guest.shown("rank")).to_have_text("Rank 1 of 1 so far.")
    expect(guest.shown("end")).not_to_contain_text("guest")


def test_a_guest_signs_in_and_finds_the_games_there(guest: Table, daily: Contest) -> None:
    page = guest.page
    ann = User.objects.create_user("ann", "", PASSWORD)
    win_todays_deal(guest)
    page.goto("/me")
    page.get_by_role("link", name="I have an account").click()
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("What you played as a guest is yours now.")).to_be_visible()
    assert Game.objects.get().player == ann
    call_command("verify_games", "--all")


def test_the_calendar_is_walked_by_keyboard_to_a_deal_to_play(guest: Table, daily: Contest) -> None:
    page = guest.page
    day = timezone.now().date() - timedelta(days=3)
    playing.daily_on(day, 20)
    page.goto(f"/daily?month={day:%Y-%m}")
    link = page.locator(f'a[href="/daily/{day}"]')
    for _ in range(40):
        page.keyboard.press("Tab")
        if link.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/daily/{day}")
    page.get_by_role("button", name="Play it casually").click()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    assert Game.objects.get().contest is None


def test_a_record_is_brought_and_stepped_through(guest: Table, daily: Contest) -> None:
    page = guest.page
    now = timezone.now()
    game = playing.casual_game(User.objects.create_user("ann", "", PASSWORD), playing.WINNABLE, now)
    deck = game.deal.deck
    page.goto("/import")
    record = f'[Game "Agnes Bernauer"]\n[Rules "1"]\n[Deck "{deck}"]\n\nr6-f deal undo'
    page.get_by_label("Deck or record").fill(record)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("Verified: playing. 3 moves, every one of them legal.")).to_be_visible()
    page.get_by_role("link", name="To the end").click()
    expect(guest.shown("words")).to_have_text("3 of 3: took back the last action")
    guest.button("Play this deck").click()
    page.wait_for_url(re.compile(r"/games/\d+$"))
    assert Game.objects.latest("pk").deal.deck == deck


def test_lists_and_figures_are_there_without_javascript(
    daily: Contest, browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    page = context.new_page()
    boards = ["/daily/today/leaderboard", "/leaderboards/all"]
    for address in ["/", "/daily", "/daily/today", *boards, "/import"]:
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="New casual game").click()
    page.goto("/games")
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_text("No action yet.")).to_be_visible()
    context.close()

"""Where settings are kept: in the account, for every browser; of guests in this one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.looks import look_of
from accounts.models import User
from browser_tests.table import PASSWORD, Table
from browser_tests.test_settings import FOUR, choose
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

    from conftest import SolvedDeal

WISHES = ["Dark", FOUR, "Large ranks and suits", "High contrast", "No animation"]
NEVER_CHOSEN = look_of(User())
WISHED = look_of(
    User(theme="dark", deck="four-colour", index="large", contrast="more", motion="off")
)
LOOK = """() => {
  const {theme, deck, index, contrast, motion} = document.documentElement.dataset;
  return {theme, deck, index, contrast, motion};
}"""
IN_BROWSER, IN_ACCOUNT = "Kept in this browser.", "Kept in your account."
UNSENT = "Kept in this browser, until your account can be reached."


def look_on(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(LOOK)
    return found


def kept_for(name: str) -> dict[str, str]:
    return look_of(User.objects.get(username=name))


def told(page: Page) -> None:
    """Wait until the account has what was changed."""
    for _ in range(100):
        if not any("unsent" in cookie["value"] for cookie in page.context.cookies()):
            return
        page.wait_for_timeout(50)
    pytest.fail("The account was not told.")


def sign_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


@pytest.fixture
def elsewhere(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """Another browser, which nobody has used."""
    context = browser.new_context(base_url=live_server.url)
    yield context.new_page()
    context.close()


@pytest.fixture
def guest(page: Page, transactional_db: None) -> Table:
    """A guest in front of today's deal."""
    playing.daily_on(timezone.now().date())
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    return Table(page)


def where(table: Table) -> str:
    """Where the dialog says that settings are kept."""
    table.button("Settings").click()
    said = table.page.locator("#settings [data-kept]:not([hidden])").inner_text()
    table.button("Close").click()
    return said


def test_what_is_chosen_in_one_browser_is_there_in_another(
    table: Table, solved: list[SolvedDeal], elsewhere: Page
) -> None:
    game = table.sit_down(solved[0].deck)
    choose(table, *WISHES)
    assert look_on(table.page) == WISHED
    told(table.page)
    assert kept_for("ann") == WISHED
    assert where(table) == IN_ACCOUNT
    sign_in(elsewhere)
    for address in (f"/games/{game}", f"/games/{game}/history", "/rules", "/"):
        elsewhere.goto(address)
        assert look_on(elsewhere) == WISHED


def test_what_cannot_be_sent_holds_here_and_is_sent_next_time(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.page.route("**/api/v1/me", lambda route: route.abort())
    table.sit_down(solved[0].deck)
    choose(table, "Dark")
    assert where(table) == UNSENT
    assert kept_for("ann") == NEVER_CHOSEN
    table.page.goto("/rules")
    assert look_on(table.page) == NEVER_CHOSEN | {"theme": "dark"}
    table.page.unroute("**/api/v1/me")
    table.page.go_back()
    table.page.reload()
    told(table.page)
    assert kept_for("ann") == NEVER_CHOSEN | {"theme": "dark"}
    assert where(table) == IN_ACCOUNT


def test_a_change_made_while_another_is_sent_is_sent_after_it(
    table: Table, solved: list[SolvedDeal]
) -> None:
    held: list[Route] = []
    table.page.route("**/api/v1/me", lambda route: held.append(route), times=1)
    table.sit_down(solved[0].deck)
    with table.page.expect_request("**/api/v1/me"):
        choose(table, "Dark")
    choose(table, "Large ranks and suits")
    assert kept_for("ann") == NEVER_CHOSEN
    held[0].continue_()
    told(table.page)
    assert kept_for("ann") == NEVER_CHOSEN | {"theme": "dark", "index": "large"}


def test_a_guests_settings_stay_here_until_the_sign_up(guest: Table, elsewhere: Page) -> None:
    choose(guest, *WISHES)
    assert where(guest) == IN_BROWSER
    guest.page.reload()
    assert look_on(guest.page) == WISHED
    assert look_of(User.objects.get()) == NEVER_CHOSEN
    guest.sign_up("ann")
    assert kept_for("ann") == look_on(guest.page) == WISHED
    sign_in(elsewhere)
    assert look_on(elsewhere) == WISHED


def test_who_signs_in_as_a_guest_finds_the_accounts_settings(guest: Table) -> None:
    User.objects.create_user("ann", "", PASSWORD, theme="light")
    choose(guest, *WISHES)
    sign_in(guest.page)
    assert look_on(guest.page) == NEVER_CHOSEN | {"theme": "light"}


def test_the_account_page_keeps_them_without_javascript(
    browser: Browser, live_server: LiveServer
) -> None:
    User.objects.create_user("ann", "", PASSWORD)
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    page = context.new_page()
    sign_in(page)
    page.goto("/me")
    for label in WISHES:
        page.get_by_label(label, exact=True).check()
    page.locator("form", has=page.get_by_label("Dark")).get_by_role("button").click()
    expect(page.get_by_text("The settings are kept.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert kept_for("ann") == WISHED
    page.get_by_label(FOUR).uncheck()
    page.locator("form", has=page.get_by_label("Dark")).get_by_role("button").click()
    expect(page.get_by_label(FOUR)).not_to_be_checked()
    assert kept_for("ann") == WISHED | {"deck": "two-colour"}
    context.close()

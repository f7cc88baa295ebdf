"""Passkeys in a real browser, with an authenticator that Chromium plays itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import SignInAttempt
from browser_tests.table import PASSWORD, Table

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
STEPS = "/accounts/two-steps/"


class Device:
    """What keeps the passkeys: a phone, a security key, or the system itself."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id: str = made["authenticatorId"]

    def passkeys(self) -> int:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return len(found["credentials"])

    def lose_its_owner(self) -> None:
        """From now on nobody gives the finger or PIN that it asks for."""
        options = {"authenticatorId": self.id, "isUserVerified": False}
        self.cdp.send("WebAuthn.setUserVerified", options)


@pytest.fixture
def device(page: Page) -> Device:
    return Device(page)


def show_who_it_is(page: Page) -> None:
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Is it you?")).to_have_count(0)
    page.wait_for_load_state()  # the buttons of the next page do nothing before its module has come


def add_passkey(page: Page, name: str = "", alone: bool = False) -> None:
    """Add one, from the page of the second step on, by the keyboard alone."""
    page.goto(STEPS)
    page.get_by_role("link", name="Add a passkey").press("Enter")
    show_who_it_is(page)
    expect(page.locator("[name=name]")).to_have_value("Passkey 1")
    if name:
        page.locator("[name=name]").fill(name)
    if alone:
        page.get_by_label("Sign in with it alone").press("Space")
    page.get_by_role("button", name="Add a passkey").press("Enter")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def sign_out(page: Page) -> None:
    page.goto("/rules")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


def sign_in_in_two_steps(page: Page) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_a_passkey_is_the_second_step(table: Table, device: Device) -> None:
    page = table.page
    add_passkey(page, "the phone")
    assert device.passkeys() == 1
    sign_out(page)
    sign_in_in_two_steps(page)
    assert not SignInAttempt.objects.exists()


def test_a_passkey_alone_signs_in(table: Table, device: Device) -> None:
    page = table.page
    add_passkey(page, alone=True)
    sign_out(page)
    page.goto("/accounts/login/?next=/rules")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.url.endswith("/rules")


def test_a_passkey_is_renamed_and_removed_after_it_was_used_to_show_who_it_is(
    table: Table, device: Device
) -> None:
    page = table.page
    add_passkey(page, "the phone")
    sign_out(page)
    sign_in_in_two_steps(page)
    page.goto(STEPS)
    page.get_by_role("link", name="Rename or remove").click()
    page.get_by_role("link", name="Rename the phone").click()
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.locator("[name=name]").fill("the key at the door")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="the key at the door")).to_be_visible()
    page.get_by_role("link", name="Remove the key at the door").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No passkey.")).to_be_visible()


def test_a_passkey_that_is_not_given_is_told_in_words(table: Table, device: Device) -> None:
    page = table.page
    add_passkey(page, alone=True)
    sign_out(page)
    device.lose_its_owner()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("no passkey was given"))


def test_who_asks_for_one_to_sign_in_alone_needs_a_device_that_knows_its_owner(
    table: Table, device: Device
) -> None:
    page = table.page
    device.lose_its_owner()
    page.goto(STEPS)
    page.get_by_role("link", name="Add a passkey").click()
    show_who_it_is(page)
    page.get_by_label("Sign in with it alone").check()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("no passkey was given"))
    assert device.passkeys() == 0

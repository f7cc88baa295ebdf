"""axe finds nothing to complain of, on any page, wide or narrow, light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser_tests.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from conftest import SolvedDeal

OPEN_TO_ALL = [
    "/",
    "/daily",
    "/daily/today",
    "/daily/today/leaderboard",
    "/leaderboards/all",
    "/rules",
    "/fair-play",
    "/verify",
    "/problems",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
]
FOR_MEMBERS = ["/me", "/games", "/import", "/players/ann", "/accounts/password/change/"]
LOOKS = [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")]


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def looked_at(request: pytest.FixtureRequest, page: Page) -> Page:
    width, scheme = request.param
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    return page


def complaints(page: Page) -> list[tuple[str, str]]:
    """What axe says of the page as it stands: rule and first element."""
    # Not preloaded: axe would look for imported sheets beside the page.
    result = Axe().run(page, options={"preload": False})
    found: list[dict[str, Any]] = result.response["violations"]
    return [(violation["id"], violation["nodes"][0]["html"]) for violation in found]


def test_a_planted_fault_is_found(page: Page) -> None:
    page.goto("/rules")
    page.evaluate("document.querySelector('main').append(new Image())")
    assert [rule for rule, _ in complaints(page)] == ["image-alt"]


@pytest.mark.parametrize("address", OPEN_TO_ALL)
def test_a_page_for_all(looked_at: Page, address: str) -> None:
    looked_at.goto(address)
    assert complaints(looked_at) == []


def test_pages_for_members(looked_at: Page) -> None:
    Table(looked_at).sign_up("ann")
    for address in FOR_MEMBERS:
        looked_at.goto(address)
        assert complaints(looked_at) == [], address


def test_a_game_from_its_first_card_to_its_replay(
    looked_at: Page, solved: list[SolvedDeal]
) -> None:
    table = Table(looked_at)
    table.sign_up("ann")
    game = table.sit_down(solved[0].deck, solved[0].line[:-1])
    expect(looked_at.get_by_role("button", name="Undo")).to_be_enabled()
    assert complaints(looked_at) == []
    looked_at.keyboard.press("?")
    expect(looked_at.get_by_role("dialog")).to_be_visible()
    assert complaints(looked_at) == []
    looked_at.keyboard.press("Escape")
    table.call(
        "POST", f"games/{game}/moves", {"ply": len(solved[0].line) - 1, "move": solved[0].line[-1]}
    )
    looked_at.reload()
    assert complaints(looked_at) == []
    looked_at.goto(f"/games/{game}/history")
    assert complaints(looked_at) == []

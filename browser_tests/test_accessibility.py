"""axe finds nothing to complain of, on any page or board, wide or narrow, light or dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from playwright.sync_api import expect

from accounts.tests.mailing import link_in, mails_sent
from browser_tests.table import PASSWORD, Table
from games.tests import playing

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

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
    "/me/mail/confirm/old",
]
FOR_MEMBERS = ["/me", "/games", "/import", "/players/ann", "/accounts/password/change/"]
WISHES = [{"contrast": "more"}, {"deck": "four-colour", "index": "large"}]
Scheme = Literal["light", "dark"]
LOOKS: list[tuple[int, Scheme]] = [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")]


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


def test_an_address_is_given_and_confirmed(looked_at: Page) -> None:
    Table(looked_at).sign_up("ann")
    looked_at.goto("/me")
    looked_at.get_by_label("E-mail address").fill("ann@mail.example")
    looked_at.get_by_label("E-mail address").press("Enter")
    expect(looked_at.get_by_role("heading", name="Is it you?")).to_be_visible()
    assert complaints(looked_at) == []
    looked_at.get_by_label("Password").fill(PASSWORD)
    looked_at.get_by_label("Password").press("Enter")
    expect(looked_at.get_by_text("is not confirmed yet")).to_be_visible()
    assert complaints(looked_at) == []
    looked_at.goto(link_in(mails_sent()[-1]))
    assert complaints(looked_at) == []
    looked_at.get_by_role("button", name="Confirm the address").click()
    expect(looked_at.get_by_text("ann@mail.example is confirmed.")).to_be_visible()
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_in_every_state(page: Page, solved: list[SolvedDeal], scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    table = Table(page)
    table.sign_up("ann")
    table.sit_down(solved[0].deck, solved[0].line[:16])
    for wishes in WISHES:
        page.evaluate("(wishes) => Object.assign(document.documentElement.dataset, wishes)", wishes)
        table.lift("t4", 2)
        expect(table.pile("t3")).to_contain_class("target")
        assert complaints(page) == [], wishes
        page.keyboard.press("Escape")
    for opener in ("Settings", "Concede"):
        table.button(opener).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert complaints(page) == [], opener
        page.keyboard.press("Escape")
    table.button("Hint").click()
    expect(table.shown("said")).to_contain_text("1 hint used")
    assert complaints(page) == [], "hint"


def test_a_board_without_its_server(page: Page, solved: list[SolvedDeal]) -> None:
    table = Table(page)
    table.sign_up("ann")
    page.route("**/moves", lambda route: route.abort())
    table.sit_down(solved[0].deck)
    table.drag("t3", "t5")
    expect(table.shown("banner")).to_be_visible()
    assert complaints(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_that_is_over(page: Page, solved: list[SolvedDeal], scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    table = Table(page)
    table.sign_up("ann")
    page.set_viewport_size({"width": 360, "height": 740})
    table.sit_down(playing.deal_numbered(playing.LOSABLE).deck, playing.LOSING_LINE)
    expect(table.shown("end-title")).to_have_text("No way on")
    assert complaints(page) == [], "lost"
    table.button("More").click()
    expect(table.shown("end-words")).to_be_visible()
    assert complaints(page) == [], "lost, in full"
    game = table.sit_down(solved[0].deck)
    table.call("POST", f"games/{game}/concede", {"ply": 0})
    page.reload()
    expect(table.shown("end-title")).to_have_text("Conceded")
    assert complaints(page) == [], "conceded"


REFUSALS = {403: PermissionDenied, 404: Http404, 500: RuntimeError, 503: OperationalError}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_that_say_what_went_wrong(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch, scheme: Scheme
) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme=scheme)
    for status, refusal in REFUSALS.items():

        def refuse(*_: object, error: type[Exception] = refusal) -> None:
            raise error

        monkeypatch.setattr("agnes_site.docs.render", refuse)
        answer = page.goto("/problems")
        assert answer
        assert answer.status == status
        assert complaints(page) == [], status

"""Who may see which page, and what holds on all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games import urls

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game

# Ann owns the two games; today is 30 November 2026. {ranked} is her game of the open daily.
ALL, MEMBERS, NONE = (200, 200, 200), (302, 200, 200), (404, 404, 404)
PAGES = {
    "/": ALL,
    "/daily": ALL,
    "/daily?month=2026-10": ALL,
    "/daily?month=0001-01": ALL,
    "/daily?month=9999-12": ALL,
    "/daily?month=2026-13": NONE,
    "/daily?month=%00": NONE,
    "/daily/today": ALL,
    "/daily/2026-11-30": ALL,
    "/daily/2026-12-01": NONE,
    "/daily/2026-11-29": NONE,
    "/daily/20261130": NONE,
    "/daily/tomorrow": NONE,
    "/daily/today/leaderboard": ALL,
    "/daily/today/leaderboard?around=me": ALL,
    "/daily/today/leaderboard?cursor=%00": NONE,
    "/daily/2026-12-01/leaderboard": NONE,
    "/leaderboards/all": ALL,
    "/leaderboards/2026": ALL,
    "/leaderboards/2026-11": ALL,
    "/leaderboards/2026-W48": ALL,
    "/leaderboards/2026-13": NONE,
    "/leaderboards/ever": NONE,
    "/games": MEMBERS,
    "/games?cursor=nonsense": (302, 404, 404),
    "/games/{casual}": (302, 200, 404),
    "/games/{ranked}": (302, 200, 404),
    "/games/{casual}/history": (302, 200, 404),
    "/games/{ranked}/history": (302, 200, 403),
    "/games/99999999": (302, 404, 404),
    "/games/99999999999999999999": (302, 404, 404),
    "/games/99999999/history": (302, 404, 404),
    "/games/99999999999999999999/history": (302, 404, 404),
    "/players/ann": ALL,
    "/players/ANN": ALL,
    "/players/zoe": NONE,
    "/import": ALL,
    "/me": MEMBERS,
    "/me/mail/confirm/nonsense": ALL,
    "/rules": ALL,
    "/fair-play": ALL,
    "/verify": ALL,
    "/nowhere": NONE,
}
FORMS = {
    "/daily/today/play": (302, 302, 302),
    "/games/new": (302, 302, 302),
    "/me/mail": (302, 302, 302),
    "/me/mail/again": (302, 302, 302),
    "/me/look": (302, 302, 302),
    "/me/tokens": (302, 302, 302),
    "/me/tokens/0123456789abcdef/revoke": (302, 404, 404),
    "/me/sessions/end": (302, 302, 302),
    "/me/sessions/0123456789abcdef/end": (302, 302, 302),
    "/me/delete": (302, 302, 302),
}
FORMS_OF_MEMBERS = [address for address in FORMS if address.startswith("/me")]
INLINE = re.compile(
    r"""<style|\sstyle=|\son[a-z]+=["']|<script(?![^>]*(?:src=|application/json))"""
)


def filled(address: str, casual: Game, ranked: Game) -> str:
    return address.format(casual=casual.pk, ranked=ranked.pk)


@pytest.mark.parametrize("address", PAGES)
def test_everybody_sees_what_is_theirs_to_see(
    address: str, browsers: dict[str, Client], casual: Game, ranked: Game
) -> None:
    path = filled(address, casual, ranked)
    seen = tuple(browser.get(path).status_code for browser in browsers.values())
    assert seen == PAGES[address]


@pytest.mark.parametrize("address", FORMS)
def test_what_changes_something_is_only_posted(
    address: str, browsers: dict[str, Client], casual: Game, ranked: Game
) -> None:
    for browser, expected in zip(browsers.values(), FORMS[address], strict=True):
        assert browser.get(address).status_code == 405
        assert browser.post(address).status_code == expected


@pytest.mark.parametrize("address", PAGES)
def test_nothing_on_a_page_is_inline(
    address: str, browsers: dict[str, Client], casual: Game, ranked: Game
) -> None:
    for browser in browsers.values():
        response = browser.get(filled(address, casual, ranked))
        assert not INLINE.search(response.content.decode())
        policy = response["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_no_page_is_kept_by_a_cache(ann_looks: Client, casual: Game, ranked: Game) -> None:
    for address, seen in PAGES.items():
        if seen[1] == 200:
            response = ann_looks.get(filled(address, casual, ranked))
            assert response["Cache-Control"] == "private, no-store", address


def test_every_page_has_a_title_of_its_own(ann_looks: Client, casual: Game, ranked: Game) -> None:
    shown = [filled(address, casual, ranked) for address, seen in PAGES.items() if seen[1] == 200]
    twins = {"/daily/2026-11-30", "/daily/today/leaderboard?around=me", "/players/ANN"}
    pages = [ann_looks.get(path).content.decode() for path in shown if path not in twins]
    titles = [re.findall(r"<title>(.*) · Agnes</title>", page) for page in pages]
    assert all(len(title) == 1 for title in titles)
    assert len({title[0] for title in titles}) == len(pages)
    assert all('<html lang="en" ' in page for page in pages)


def test_every_address_of_the_pages_stands_in_the_tables() -> None:
    missing = []
    for pattern in urls.urlpatterns:
        text = str(pattern.pattern).removeprefix("^").removesuffix(r"\Z")
        route = re.compile("/" + re.sub(r"\(\?P<.*?\)|<[^>]+>", "[^/?]+", text))
        known = [address.partition("?")[0] for address in {**PAGES, **FORMS}]
        if not any(route.fullmatch(address) for address in known):
            missing.append(pattern.name)
    assert missing == []


@pytest.mark.parametrize("address", FORMS_OF_MEMBERS)
def test_a_form_sent_by_nobody_leads_home_by_way_of_the_sign_in(
    address: str, nobody: Client, casual: Game
) -> None:
    assert nobody.post(address)["Location"] == "/accounts/login/?next=/"


def test_sign_in_leads_back_to_the_page_that_asked_for_it(nobody: Client, casual: Game) -> None:
    address = f"/games/{casual.pk}"
    assert nobody.get(address)["Location"] == f"/accounts/login/?next={address}"


def test_the_page_of_an_error_asks_nobody_who_they_are(ann_looks: Client) -> None:
    page = ann_looks.get("/nowhere").content.decode()
    assert "Not found" in page
    assert "Sign out" not in page
    assert "Sign in" not in page

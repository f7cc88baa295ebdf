"""How pages look: each comes as its reader wants it, from the account or from the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings

from accounts.looks import look_of
from accounts.models import User
from games.tests.pages.reading import html

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries

    from games.models import Contest, Game

STYLES = Path(settings.BASE_DIR, "games/static/games")
DARK = {"theme": "dark", "deck": "four-colour", "index": "large", "contrast": "more"}
EVERYBODYS = look_of(User())
WISHES = EVERYBODYS | DARK


def look_on(page: str) -> dict[str, str]:
    """The marks on the element of the whole page."""
    root = re.search(r"<html [^>]*>", page)
    assert root
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', root[0]))


def browser_keeps(client: Client, look: dict[str, str]) -> None:
    client.cookies["look"] = quote(urlencode(look))


def checked(page: str) -> list[str]:
    """The boxes and buttons of the settings that are ticked."""
    return re.findall(r'name="[a-z]+" value="([a-z-]+)" checked', page)


@pytest.fixture
def dark_ann(ann: User) -> User:
    User.objects.filter(pk=ann.pk).update(**WISHES)
    return ann


def test_every_page_comes_as_the_account_has_it(
    ann_looks: Client, dark_ann: User, casual: Game
) -> None:
    addresses = ["/", "/rules", "/me", "/daily", f"/games/{casual.pk}", "/nowhere"]
    for address in [*addresses, f"/games/{casual.pk}/history"]:
        page = ann_looks.get(address).content.decode()
        assert look_on(page) == WISHES, address


def test_a_look_asks_the_database_nothing(
    ann_looks: Client, ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):  # the session, the player
        html(ann_looks, "/rules")


def test_without_a_wish_a_page_looks_as_for_everybody(nobody: Client, winnable: Contest) -> None:
    assert look_on(html(nobody, "/")) == EVERYBODYS


def test_without_an_account_the_browser_keeps_the_look(nobody: Client, winnable: Contest) -> None:
    browser_keeps(nobody, DARK)
    assert look_on(html(nobody, "/")) == WISHES
    nobody.post("/games/new")
    assert User.objects.get().is_guest
    assert look_on(html(nobody, "/")) == WISHES


def test_nothing_but_our_values_gets_from_a_cookie_to_a_page(nobody: Client) -> None:
    browser_keeps(nobody, {"theme": '"><script>', "deck": "four-colour", "onload": "x"})
    assert look_on(html(nobody, "/rules")) == EVERYBODYS | {"deck": "four-colour"}


def test_an_account_is_stronger_than_what_a_browser_kept(ann_looks: Client, ann: User) -> None:
    browser_keeps(ann_looks, DARK)
    assert look_on(html(ann_looks, "/")) == EVERYBODYS


def test_what_the_account_has_not_been_told_yet_is_shown_to_its_player_alone(
    ann_looks: Client, bob_looks: Client
) -> None:
    for client in (ann_looks, bob_looks):
        browser_keeps(client, DARK | {"unsent": "ann"})
    assert look_on(html(ann_looks, "/")) == WISHES
    assert look_on(html(bob_looks, "/")) == EVERYBODYS


def test_the_form_is_filled_and_its_choice_kept(ann_looks: Client, ann: User) -> None:
    assert checked(html(ann_looks, "/me")) == ["system"]
    answer = ann_looks.post("/me/look", WISHES, follow=True)
    page = answer.content.decode()
    assert "The settings are kept." in page
    assert "Kept in your account." in page
    assert checked(page) == ["dark", "four-colour", "large", "more"]
    assert look_of(User.objects.get()) == WISHES


def test_the_form_settles_what_was_not_sent_yet(ann_looks: Client, ann: User) -> None:
    browser_keeps(ann_looks, DARK | {"unsent": "ann"})
    ann_looks.post("/me/look", EVERYBODYS)
    assert look_on(html(ann_looks, "/")) == EVERYBODYS
    assert "unsent" not in ann_looks.cookies["look"].value


def test_a_guests_choice_stays_in_the_browser(nobody: Client, winnable: Contest) -> None:
    nobody.post("/games/new")
    page = nobody.post("/me/look", WISHES, follow=True).content.decode()
    assert "Kept in this browser." in page
    assert look_on(page) == WISHES
    assert look_of(User.objects.get()) == EVERYBODYS


def test_a_form_changes_nothing_but_settings_of_ours(ann_looks: Client, ann: User) -> None:
    before = User.objects.values().get()
    sent = {"theme": "light", "deck": "pink", "index": "", "is_staff": "on", "username": "eve"}
    assert ann_looks.post("/me/look", sent).status_code == 302
    assert User.objects.values().get() == before | {"theme": "light"}


@pytest.mark.django_db
def test_nobody_keeps_a_look_by_the_form_without_an_account(nobody: Client) -> None:
    assert nobody.post("/me/look", WISHES).headers["Location"].startswith("/accounts/login/")
    assert not User.objects.exists()


def test_both_ways_to_high_contrast_give_the_same_colours() -> None:
    sheet = STYLES.joinpath("tokens.css").read_text()
    by_setting = re.search(r'^:root\[data-contrast="more"\] \{(.*?)\}', sheet, re.M | re.S)
    by_system = re.search(r"\(prefers-contrast: more\) \{\s*:root \{(.*?)\}", sheet, re.S)
    assert by_setting
    assert by_system
    assert by_setting[1].split() == by_system[1].split()

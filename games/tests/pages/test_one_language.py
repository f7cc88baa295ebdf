"""No page mixes languages: each speaks the one that it says it speaks, and no English beside it."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.utils import translation

from accounts.tests.browsing import show_who_it_is
from agnes_site.tests.marked import texts
from games.tests import playing
from games.tests.pages.test_every_page import PAGES, filled

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest, Game

LANGUAGES = ["es", "fr", "pt-pt"]
FORMS = ["login", "signup", "logout", "password/change", "password/reset", "password/reset/done"]
FORMS += ["confirm", "two-steps", "two-steps/app", "two-steps/passkeys", "two-steps/passkeys/add"]
UNSEEN = re.compile(r"<(script|code|svg|textarea)\b.*?</\1>|<!--.*?-->", re.DOTALL)
ATTRIBUTE = re.compile(r'(?:aria-label|title|content|placeholder|data-\w+)="([^"]*)"')
ENGLISH = re.compile(r"\b(the|of|and|your|with|you|is|are|this|from|have|it|that|by|was)\b")


def said(page: str) -> list[str]:
    """What a page says and what its marks tell a screen reader, bit by bit."""
    seen = UNSEEN.sub(" ", page)
    bits = [*ATTRIBUTE.findall(seen), *re.split(r"<[^>]*>", seen)]
    return [" ".join(unescape(bit).split()) for bit in bits]


def english_in(page: str, language: str) -> list[str]:
    """The bits of a page that are English texts, or hold English words."""
    with translation.override(language):
        english = {
            text for text, *_ in texts("django") if translation.gettext(text) != text
        } - words_of(language)
    return [bit for bit in said(page) if bit in english or ENGLISH.search(bit)]


def words_of(language: str) -> set[str]:
    """The translations, of which some are spelled like an English text that means another."""
    with translation.override(language):
        return {translation.gettext(text) for text, *_ in texts("django")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_mixes_languages(
    language: str, ann_looks: Client, nobody: Client, casual: Game, ranked: Game
) -> None:
    ann_looks.cookies["language"] = nobody.cookies["language"] = language
    mixed = {}
    for address in [*PAGES, *(f"/accounts/{form}/" for form in FORMS), "/problems"]:
        for client in (nobody, ann_looks):
            page = client.get(filled(address, casual, ranked), follow=True).content.decode()
            assert f'<html lang="{language}" ' in page, address
            if found := english_in(page, language):
                mixed[address] = found
    assert mixed == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_a_day_with_wins_mixes_languages(
    language: str, ann_looks: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    ann_looks.cookies["language"] = language
    playing.win(ann, winnable, clock.now)
    clock.move(days=2)
    day = winnable.opens_at.date().isoformat()
    week = winnable.opens_at.date().strftime("%G-W%V")
    for address in (
        *("/daily", f"/daily/{day}", f"/daily/{day}/leaderboard", "/players/ann", "/games"),
        *("/leaderboards/all", f"/leaderboards/{week}"),
    ):
        page = ann_looks.get(address).content.decode()
        assert english_in(page, language) == [], address


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_no_complaint_of_a_form_mixes_languages(language: str, nobody: Client, ann: User) -> None:
    nobody.cookies["language"] = language
    forms = [
        ("/accounts/signup/", {"username": "a b", "password1": "123", "password2": "12"}),
        ("/accounts/signup/", {"username": "ANN", "password1": "ann", "password2": "ann"}),
        ("/accounts/signup/", {"username": "x" * 30, "email": "none", "password1": "password"}),
        ("/accounts/login/", {"login": "ann", "password": "wrong"}),
        ("/accounts/login/", {}),
        ("/accounts/password/reset/", {"email": "none"}),
        ("/import", {"text": "nonsense"}),
    ]
    for address, fields in forms:
        page = nobody.post(address, fields).content.decode()
        assert 'class="errorlist' in page
        assert english_in(page, language) == [], address


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_to_a_form_mixes_languages(
    language: str, ann_looks: Client, winnable: Contest
) -> None:
    ann_looks.cookies["language"] = language
    show_who_it_is(ann_looks)
    record = f'[Rules "1"]\n[Deck "{winnable.deal.deck}"]\n\ndeal undo'
    for address, fields in (
        ("/import", {"text": record}),
        ("/me/mail", {"email": "new@mail.example"}),
        ("/me/look", {"theme": "dark"}),
        ("/me/tokens", {"name": "robot"}),
        ("/me/delete", {"password": "a guess"}),
    ):
        page = ann_looks.post(address, fields, follow=True).content.decode()
        assert f'<html lang="{language}" ' in page
        assert english_in(page, language) == [], address


def test_english_among_another_language_is_noticed() -> None:
    page = '<p>Las reglas</p><p aria-label="Close">x</p><p>Not of here</p><code>of</code>'
    assert english_in(page, "es") == ["Close", "Not of here"]

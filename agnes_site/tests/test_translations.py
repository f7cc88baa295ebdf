"""The catalogues hold every text of code, pages and modules, translated, with its placeholders."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import polib
import pytest
from django.conf import settings

from agnes_site.tests.marked import Text, in_calls, in_python, in_template, texts

if TYPE_CHECKING:
    from rest_framework.test import APIClient

CATALOGUES = [
    pytest.param(language, domain, id=f"{language}-{domain}")
    for language in ("es", "fr", "pt")
    for domain in ("django", "djangojs")
]
PLACEHOLDER = re.compile(r"{\w+}|%\(\w+\)s")
TAG = re.compile(r"<[^>]*>")


@cache
def catalogue(language: str, domain: str) -> polib.POFile:
    return polib.pofile(
        str(settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / f"{domain}.po"),
        check_for_duplicates=True,
    )


def forms(entry: polib.POEntry) -> list[str]:
    """The translations of an entry: one, or one for each plural."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def test_texts_are_found_in_code_pages_and_modules() -> None:
    assert {Text("Illegal move"), Text("Sign in")} <= texts("django")
    assert Text("Won in {count} move", "Won in {count} moves") in texts("djangojs")
    module = '_("one " "text"); other("no"); ngettext("a", "as", n); pgettext("of", "b")'
    assert list(in_python(module)) == [Text("one text"), Text("a", "as"), Text("b", context="of")]
    page = (
        "{% load i18n %}{% translate \"a\" %}{% translate 'b' context 'c' %}{{ x|default:_('d') }}"
        "{% blocktranslate count n=n %}{{ n }} e{% plural %}{{ n }} es{% endblocktranslate %}"
    )
    assert set(in_template(page)) == {
        *[Text("a"), Text("b", context="c"), Text("d")],
        Text("%(n)s e", "%(n)s es"),
    }
    module = 'gettext("a", facts); ngettext(\n "b", "bs", n); mygettext("no")'
    assert list(in_calls(module)) == [Text("a"), Text("b", "bs")]


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_a_catalogue_holds_the_texts_that_are_marked_and_no_others(
    language: str, domain: str
) -> None:
    held = {
        Text(entry.msgid, entry.msgid_plural, entry.msgctxt or "")
        for entry in catalogue(language, domain)
    }
    assert held == texts(domain)


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_every_text_is_translated_and_none_is_fuzzy(language: str, domain: str) -> None:
    entries = catalogue(language, domain)
    assert [entry.msgid for entry in entries if entry.fuzzy or not all(forms(entry))] == []
    plurals = [entry for entry in entries if entry.msgid_plural]
    assert {len(forms(entry)) for entry in plurals} <= {2}


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_placeholders_and_tags_survive(language: str, domain: str) -> None:
    for entry in catalogue(language, domain):
        for form in forms(entry):
            assert placeholders(form) == placeholders(entry.msgid), entry.msgid
            assert sorted(TAG.findall(form)) == sorted(TAG.findall(entry.msgid)), entry.msgid


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_a_sentence_stays_a_sentence_and_a_title_a_title(language: str, domain: str) -> None:
    for entry in catalogue(language, domain):
        for form in forms(entry):
            ends = form.endswith(".") and not form.endswith(" distr.")
            assert ends == entry.msgid.endswith("."), entry.msgid


def test_placeholders_that_differ_are_noticed() -> None:
    assert placeholders("{ply}, not {sent}") != placeholders("{plie}, pas {sent}")


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("pt", "Não encontrado"),
        ("pt-BR", "Não encontrado"),
        ("pt-PT", "Não encontrado"),
        ("es-MX", "No encontrado"),
        ("fr-CA", "Introuvable"),
        ("de, fr;q=0.4", "Introuvable"),
    ],
)
def test_a_variant_gets_the_language_that_we_have(api: APIClient, asked: str, title: str) -> None:
    answer = api.get("/api/v1/nothing", headers={"accept-language": asked})
    assert answer.json()["title"] == title


def test_messages_of_fields_follow_the_language_too(as_ann: APIClient, db: None) -> None:
    spanish = {"accept-language": "es"}
    wrong = as_ann.get("/api/v1/games?limit=none", headers=spanish).json()
    assert wrong["errors"] == {"limit": ["Se requiere un número entero a partir de 1."]}
    taken = {"username": "ANN", "password": "correct horse battery"}
    answer = as_ann.post("/api/v1/players", taken, headers=spanish).json()
    assert answer["errors"] == {"username": ["Ya hay un jugador con ese nombre."]}
    lacking = as_ann.post("/api/v1/tokens", {"username": "ann"}, headers=spanish).json()
    assert lacking["errors"] == {"password": ["Este campo es requerido."]}

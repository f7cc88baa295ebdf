"""The catalogues hold every string of the code, translated, with its placeholders."""

from __future__ import annotations

import ast
import string
from functools import cache
from typing import TYPE_CHECKING

import polib
import pytest
from django.conf import settings
from django.utils import translation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rest_framework.test import APIClient

LANGUAGES = ["es", "fr", "pt"]
PACKAGES = ["accounts", "agnes_site", "games"]


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(
        str(settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"),
        check_for_duplicates=True,
    )


def strings_in(source: str) -> Iterator[str]:
    """The texts that a module passes to gettext as `_("…")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            [argument] = node.args
            text = ast.literal_eval(argument)  # gettext finds no text that is put together
            assert isinstance(text, str)
            yield text


@cache
def strings() -> frozenset[str]:
    files = [
        file
        for package in PACKAGES
        for file in (settings.BASE_DIR / package).rglob("*.py")
        if "tests" not in file.parts
    ]
    return frozenset(text for file in files for text in strings_in(file.read_text("utf-8")))


def placeholders(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_the_strings_are_found_in_the_code() -> None:
    assert "Illegal move" in strings()
    assert list(strings_in('_("one " "text"); other("no")')) == ["one text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_the_strings_of_the_code_and_no_others(language: str) -> None:
    assert {entry.msgid for entry in catalogue(language)} == strings()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_string_is_translated_and_none_is_fuzzy(language: str) -> None:
    wrong = [entry.msgid for entry in catalogue(language) if entry.fuzzy or not entry.msgstr]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive(language: str) -> None:
    for entry in catalogue(language):
        assert placeholders(entry.msgstr) == placeholders(entry.msgid), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_stays_a_sentence_and_a_title_a_title(language: str) -> None:
    for entry in catalogue(language):
        assert entry.msgstr.endswith(".") == entry.msgid.endswith("."), entry.msgid


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


def test_pages_and_the_schema_stay_in_one_language(api: APIClient, db: None) -> None:
    spanish = {"accept-language": "es"}
    for path in ("/rules", "/problems", "/nothing", "/api/v1/schema"):
        foreign = api.get(path, headers=spanish).content.decode()
        assert foreign == api.get(path).content.decode(), path
    assert translation.get_language() == "en"

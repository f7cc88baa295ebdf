"""Which language a page speaks, who decides, and that it speaks no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.utils import translation

from accounts.models import User
from accounts.tests.mailing import confirm, mails_sent

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

HEADINGS = {"en": "The rules", "es": "Las reglas", "fr": "Les règles", "pt-pt": "As regras"}
SPANISH = {"accept-language": "es"}


def language_of(answer: Any) -> str:
    """The language of a page of the rules, the same in its words, its mark and its header."""
    page = answer.content.decode()
    [language] = [code for code, heading in HEADINGS.items() if f"<h1>{heading}</h1>" in page]
    assert f'<html lang="{language}" ' in page
    assert answer.headers["Content-Language"] == language
    return language


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("", "en"),
        ("de", "en"),
        ("es", "es"),
        ("fr-CA", "fr"),
        ("pt", "pt-pt"),
        ("pt-BR", "pt-pt"),
        ("de, fr;q=0.4", "fr"),
    ],
)
def test_a_page_speaks_the_language_that_the_browser_asks_for(
    client: Client, asked: str, spoken: str
) -> None:
    answer = client.get("/rules", headers={"accept-language": asked})
    assert language_of(answer) == spoken
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_a_choice_is_kept_whatever_the_browser_asks_for(client: Client) -> None:
    answer = client.post("/accounts/language/", {"language": "fr", "next": "/rules"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules")
    assert language_of(client.get("/rules", headers=SPANISH)) == "fr"
    answer = client.get("/api/v1/nothing", headers=SPANISH)
    assert answer.json()["title"] == "Introuvable"


def test_the_choice_of_a_player_goes_into_the_account(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.post("/accounts/language/", {"language": "pt-pt"})
    assert User.objects.get().language == "pt-pt"


def test_an_account_speaks_its_language_in_every_browser(client: Client, ann: User) -> None:
    User.objects.update(language="fr")
    client.cookies["language"] = "en"
    client.force_login(ann)
    answer = client.get("/rules", headers=SPANISH)
    assert language_of(answer) == "fr"
    assert answer.cookies["language"].value == "fr"
    assert client.get("/api/v1/nothing", headers=SPANISH).json()["title"] == "Introuvable"
    assert "language" not in client.get("/rules").cookies


@pytest.mark.parametrize("wished", ["de", "", "xx\n", "e" * 1000])
def test_a_language_that_we_have_not_is_not_kept(client: Client, ann: User, wished: str) -> None:
    client.force_login(ann)
    answer = client.post("/accounts/language/", {"language": wished})
    assert answer.status_code == 302
    assert "language" not in answer.cookies
    assert User.objects.get().language == ""


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "javascript:x", "Infinity", ""]
)
def test_the_choice_leads_to_no_other_site(client: Client, address: str) -> None:
    answer = client.post("/accounts/language/", {"language": "es", "next": address})
    assert answer.headers["Location"] == "/"


def test_a_language_is_only_posted(client: Client) -> None:
    assert client.get("/accounts/language/").status_code == 405


def test_the_page_of_an_error_speaks_the_same_language(client: Client) -> None:
    page = client.get("/nowhere", headers=SPANISH).content.decode()
    assert '<html lang="es" ' in page
    assert "<h1>No encontrado</h1>" in page


def test_a_form_of_an_account_speaks_the_same_language(client: Client) -> None:
    form = {"username": "a b", "password1": "12345678", "password2": "12345678"}
    page = client.post("/accounts/signup/", form, headers=SPANISH).content.decode()
    assert "Use solo letras de la a a la z" in page
    assert "Esta contraseña es demasiado común." in page


def test_a_mail_speaks_the_language_of_the_player_it_goes_to(client: Client, ann: User) -> None:
    confirm(ann)
    for language, subject in (("", "contraseña"), ("fr", "mot de passe")):
        User.objects.update(language=language)
        client.post("/accounts/password/reset/", {"email": "ann@example.org"}, headers=SPANISH)
        assert subject in mails_sent()[-1].subject


def test_the_admin_and_the_schema_stay_in_english(client: Client) -> None:
    for path in ("/admin/login/", "/api/v1/schema"):
        foreign = client.get(path, headers=SPANISH, follow=False)
        assert foreign.headers.get("Content-Language", "en") == "en"
    assert translation.get_language() == "en"

"""A list of stolen passwords, as the operator may have one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.breaches import is_breached, is_list
from accounts.tests.asserting import problem_of
from accounts.tests.browsing import SIGN_UP
from agnes_site.checks import breached_passwords

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings
    from rest_framework.test import APIClient

STOLEN = [f"stolen horse {number}" for number in range(200)]


def lines_of(passwords: list[str]) -> list[str]:
    digests = [hashlib.sha1(it.encode(), usedforsecurity=False).hexdigest() for it in passwords]
    return [f"{digest.upper()}:{'9' * (n % 8 + 1)}" for n, digest in enumerate(sorted(digests))]


@pytest.fixture
def stolen(tmp_path: Path, settings: Settings) -> Path:
    """A list of which the settings tell."""
    file = tmp_path / "pwnedpasswords.txt"
    file.write_bytes("\r\n".join([*lines_of(STOLEN), ""]).encode())
    settings.BREACHED_PASSWORDS = str(file)
    own = {"NAME": "accounts.passwords.BreachedValidator", "OPTIONS": {"file": file}}
    settings.AUTH_PASSWORD_VALIDATORS = [*settings.AUTH_PASSWORD_VALIDATORS, own]
    return file


def test_every_password_of_the_list_is_found_and_no_other(stolen: Path) -> None:
    assert [it for it in STOLEN if not is_breached(it, stolen)] == []
    assert not any(is_breached(f"my own horse {number}", stolen) for number in range(500))


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_short_list_is_searched_to_both_ends(tmp_path: Path, count: int, end: str) -> None:
    file = tmp_path / "short"
    file.write_text("\n".join(lines_of(STOLEN[:count])).lower() + end)
    assert [is_breached(it, file) for it in STOLEN[:4]] == [n < count for n in range(4)]


@pytest.mark.django_db
def test_a_stolen_password_is_no_new_password(api: APIClient, stolen: Path) -> None:
    wish = {"username": "clara", "password": STOLEN[7]}
    answer = problem_of(api.post("/api/v1/players", wish), 400, "invalid")
    assert "was stolen" in answer["errors"]["password"][0]
    assert api.post("/api/v1/players", {**wish, "password": "my own horse"}).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        *[("en", "was stolen from another service, and"), ("es", "de otro servicio y es conocida")],
        *[("fr", "et il est connu"), ("pt-pt", "outro serviço e é conhecida")],
    ],
)
def test_the_page_says_so_in_the_language_of_the_visitor(
    stolen: Path, language: str, words: str
) -> None:
    form = {"username": "clara", "password1": STOLEN[7], "password2": STOLEN[7]}
    page = Client().post(SIGN_UP, form, headers={"accept-language": language})
    assert words in page.text


def test_without_a_list_nothing_is_looked_up() -> None:
    validate_password(STOLEN[7])


def test_the_check_wants_a_list_that_can_be_read(stolen: Path, settings: Settings) -> None:
    assert is_list(stolen)
    assert breached_passwords() == []
    settings.BREACHED_PASSWORDS = ""
    assert breached_passwords() == []
    stolen.write_text("password\n123456\n")
    for wrong in (stolen, stolen.parent, stolen / "nowhere"):
        settings.BREACHED_PASSWORDS = str(wrong)
        assert [message.id for message in breached_passwords()] == ["agnes.E003"]


def test_a_list_that_is_gone_takes_no_password(stolen: Path) -> None:
    stolen.unlink()
    with pytest.raises(OSError, match="pwnedpasswords"):
        validate_password("my own horse")
    stolen.write_text("")
    with pytest.raises(ValidationError, match="too short"):
        validate_password("horse")

"""The secrets of second factors are stored sealed, and `SECRET_KEY` can be replaced."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.management import CommandError, call_command

from accounts.errors import Refused
from accounts.sealing import seal, unseal
from accounts.tests.asserting import problem_of
from accounts.tests.browsing import APP_SECRET, PASSWORD, sign_in
from accounts.tests.test_second_factor import CODE, SIGN_IN, TOKENS, code_now

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import Settings
    from rest_framework.test import APIClient

    from accounts.models import User

pytestmark = pytest.mark.django_db
COMMAND = "seal_second_factors"


@pytest.fixture(autouse=True)
def _no_code_used_before() -> None:
    cache.clear()


def stored() -> dict[str, str]:
    """What the database has of each kind."""
    return {way.type: json.dumps(way.data) for way in Authenticator.objects.all()}


def codes() -> list[str]:
    found: list[str] = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    return found


def test_the_database_knows_neither_the_secret_nor_a_code(careful: User) -> None:
    seed = unseal(Authenticator.objects.get(type="recovery_codes").data["seed"])
    text = str(stored())
    assert text.count("sealed:") == 2
    for secret in (APP_SECRET, seed, *codes()):
        assert secret not in text


def test_one_secret_is_sealed_to_another_text_each_time() -> None:
    one, other = seal(APP_SECRET), seal(APP_SECRET)
    assert one != other
    assert unseal(one) == unseal(other) == APP_SECRET


@pytest.mark.parametrize("place", [8, 30, -9])
def test_what_was_changed_does_not_open(place: int) -> None:
    sealed = seal(APP_SECRET)
    other = "A" if sealed[place] != "A" else "B"
    changed = sealed[:place] + other + sealed[place:][1:]
    with pytest.raises(Refused, match="unavailable"):
        unseal(changed)


def test_what_was_stored_in_the_clear_works_and_is_sealed_by_the_command(
    api: APIClient, careful: User
) -> None:
    Authenticator.objects.filter(type="totp").update(data={"secret": APP_SECRET})
    call_command(COMMAND)
    assert APP_SECRET not in stored()["totp"]
    assert api.post(TOKENS, {**SIGN_IN, "code": code_now()}).status_code == 201


def test_a_new_key_opens_what_the_old_one_sealed_and_then_does_without_it(
    api: APIClient, careful: User, settings: Settings
) -> None:
    had = codes()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert codes() == had
    call_command(COMMAND)
    settings.SECRET_KEY_FALLBACKS = []
    assert codes() == had
    assert api.post(TOKENS, {**SIGN_IN, "code": code_now()}).status_code == 201


def test_without_the_key_nobody_gets_in_and_the_log_says_why(
    api: APIClient,
    client: Client,
    careful: User,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.SECRET_KEY = "another"
    client.raise_request_exception = False
    with caplog.at_level(logging.ERROR):
        problem_of(api.post(TOKENS, {**SIGN_IN, "code": code_now()}), 503, "unavailable")
        sign_in(client)
        assert client.post(CODE, {"code": code_now()}).status_code == 503
    assert "SECRET_KEY_FALLBACKS" in caplog.text
    assert PASSWORD not in caplog.text
    with pytest.raises(CommandError, match="ann"):
        call_command(COMMAND)

"""Finding, changing and deleting a player."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.apps import apps
from django.core import serializers
from django.core.exceptions import ValidationError
from django.http import Http404
from django.test import Client

from accounts.errors import Refused
from accounts.looks import LOOKS
from accounts.models import ApiToken, Mail, PlayerSession, User
from accounts.selectors import player_named
from accounts.serializers import MeSerializer
from accounts.services.players import account_delete, player_update, settings_choose
from accounts.services.signing import password_confirm
from accounts.services.tokens import token_create
from accounts.tests.mailing import ASKER

if TYPE_CHECKING:
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
PASSWORD, HOME = "correct horse battery", "192.0.2.1"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann"])
def test_a_player_is_found_whatever_the_case(ann: User, name: str) -> None:
    assert player_named(name) == ann


@pytest.mark.parametrize("name", ["", "an", "ann ", "an_", "%", "\N{KELVIN SIGN}"])
def test_a_name_is_no_pattern(ann: User, name: str) -> None:
    with pytest.raises(Http404):
        player_named(name)


def test_a_letter_that_only_postgresql_takes_for_a_small_s_names_nobody(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(username="susan")
    with pytest.raises(Http404):
        player_named("\N{LATIN SMALL LETTER LONG S}usan")


def test_a_banned_player_is_not_found(ann: User) -> None:
    User.objects.update(is_active=False)
    with pytest.raises(Http404):
        player_named("ann")


def test_a_profile_tells_when_one_joined_in_utc(ann: User) -> None:
    profile = MeSerializer(ann).data
    assert set(profile) == {"username", "email", "email_confirmed", "language", *LOOKS, "joined"}
    assert profile["joined"].endswith("Z")


def test_only_the_address_and_the_language_can_be_changed(ann: User) -> None:
    wishes = {"email": "a@b.example", "language": "fr"}
    asked = MeSerializer(ann, {"username": "root", "is_staff": True, **wishes})
    assert asked.is_valid()
    assert asked.validated_data == wishes


def test_a_new_address_is_kept_in_lower_case(ann: User) -> None:
    player_update(player=ann, email="New@Mail.Example", asker=ASKER)
    ann.refresh_from_db()
    assert ann.email == "new@mail.example"


@pytest.mark.parametrize(
    "email",
    [
        *["no address", "a@b", "a" * 250 + "@mail.example"],
        *["ann@mail.example\nBcc: bob@mail.example", "ann@mail.example,bob@mail.example"],
    ],
)
def test_what_is_no_address_is_refused(ann: User, email: str) -> None:
    with pytest.raises(ValidationError) as error:
        player_update(player=ann, email=email, asker=ASKER)
    assert list(error.value.message_dict) == ["email"]


def test_only_the_password_confirms(ann: User) -> None:
    password_confirm(player=ann, address=HOME, password=PASSWORD)
    with pytest.raises(Refused, match="bad_credentials"):
        password_confirm(player=ann, address=HOME, password="wrong")


def everything_in_the_database() -> str:
    """All rows as text, and what the sessions hold."""
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    sessions = [row.get_decoded() for row in PlayerSession.objects.all()]
    return str(serializers.serialize("json", rows)) + json.dumps(sessions)


def test_a_deleted_account_leaves_no_trace_and_the_others_are_untouched(
    client: Client, ann: User, bob: User
) -> None:
    form = {"username": "clarissa", "email": "secret@mail.example"}
    client.post("/accounts/signup/", {**form, "password1": PASSWORD, "password2": PASSWORD})
    clarissa = User.objects.get(username="clarissa")
    token_create(player=clarissa, name="clarissa on the phone")
    token_create(player=bob, name="bob")
    Client().post("/accounts/login/", {"login": "clarissa", "password": "wrong"})
    Client().post("/accounts/login/", {"login": "clarissa", "password": PASSWORD})
    Client().post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    User.objects.filter(pk=ann.pk).update(is_staff=True, is_superuser=True)
    admin = Client()
    admin.force_login(ann)
    change = {"username": "clarissa", "email": "secret@mail.example", "is_active": "on"}
    admin.post(f"/admin/accounts/user/{clarissa.pk}/change/", change)
    WebAuthn.add(clarissa, "clarissa's phone", {})
    assert everything_in_the_database().count("clarissa") == 5
    assert Mail.objects.get().to == "secret@mail.example"

    account_delete(player=clarissa)

    left = everything_in_the_database()
    assert "clarissa" not in left
    assert "secret@" not in left
    assert client.get("/accounts/password/change/").status_code == 302
    assert {row.player_id for row in PlayerSession.objects.all()} == {ann.pk, bob.pk}
    assert [token.name for token in ApiToken.objects.all()] == ["bob"]
    assert not EmailAddress.objects.exists()


def test_a_request_under_way_when_the_account_goes_ends_in_a_4xx(
    ann: User, as_ann: APIClient
) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    account_delete(player=ann)
    assert as_ann.get("/api/v1/tokens").status_code == 401
    assert browser.get("/api/v1/tokens").status_code == 401
    assert browser.post("/accounts/logout/").status_code == 302


def test_settings_of_an_account_that_has_just_gone_are_refused(ann: User) -> None:
    User.objects.filter(pk=ann.pk).delete()
    with pytest.raises(Refused, match="not_signed_in"):
        settings_choose(player=ann, theme="dark")

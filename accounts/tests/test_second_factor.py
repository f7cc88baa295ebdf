"""The second step of signing in, on the pages and in the API."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from accounts.models import SignInAttempt, User
from accounts.second_factor import SecondFactorAdapter
from accounts.services.signing import password_confirm
from accounts.tests.asserting import problem_of
from accounts.tests.browsing import APP_SECRET, PASSWORD, is_signed_in, sign_in
from accounts.tests.mailing import confirm, mails_sent

if TYPE_CHECKING:
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
TOKENS, STEPS = "/api/v1/tokens", "/accounts/two-steps/"
CODE, APP, PASSKEYS = f"{STEPS}code/", f"{STEPS}app/", f"{STEPS}passkeys/"
SIGN_IN = {"username": "ann", "password": PASSWORD}


def code_now(secret: str = APP_SECRET) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


@pytest.fixture(autouse=True)
def _no_code_used_before() -> None:
    cache.clear()


def recovery_codes(player: User) -> list[str]:
    row = Authenticator.objects.get(user=player, type=Authenticator.Type.RECOVERY_CODES)
    codes: list[str] = row.wrap().get_unused_codes()
    return codes


# -- The API


def test_a_code_is_asked_for_once_the_password_was_right(api: APIClient, careful: User) -> None:
    problem_of(api.post(TOKENS, SIGN_IN), 401, "second_factor_required")
    wrong = api.post(TOKENS, {**SIGN_IN, "password": "wrong"})
    problem_of(wrong, 401, "bad_credentials")
    assert wrong.content == api.post(TOKENS, {**SIGN_IN, "username": "nobody"}).content


def test_a_code_of_the_app_signs_in_once(api: APIClient, careful: User) -> None:
    code = code_now()
    assert api.post(TOKENS, {**SIGN_IN, "code": code}).status_code == 201
    assert not SignInAttempt.objects.exists()
    assert Authenticator.objects.get(type=Authenticator.Type.TOTP).last_used_at
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": code}), 401, "bad_code")


def test_a_recovery_code_signs_in_once(api: APIClient, careful: User) -> None:
    code = recovery_codes(careful)[3]
    assert api.post(TOKENS, {**SIGN_IN, "code": code}).status_code == 201
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": code}), 401, "bad_code")
    assert len(recovery_codes(careful)) == 9


@pytest.mark.parametrize("code", ["000", "abcdef", "½", "9" * 20])
def test_a_wrong_code_signs_nobody_in(api: APIClient, careful: User, code: str) -> None:
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": code}), 401, "bad_code")


def test_a_passkey_alone_knows_no_code(api: APIClient, ann: User) -> None:
    WebAuthn.add(ann, "the phone", {})
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": "123456"}), 401, "bad_code")


def test_codes_are_not_guessed_whatever_else_is_tried_between(
    api: APIClient, careful: User
) -> None:
    for _ in range(3):
        problem_of(api.post(TOKENS, {**SIGN_IN, "code": "000"}), 401, "bad_code")
        problem_of(api.post(TOKENS, SIGN_IN), 401, "second_factor_required")
        sign_in(Client())
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": "000"}), 401, "bad_code")
    problem_of(api.post(TOKENS, {**SIGN_IN, "code": code_now()}), 429, "too_many_attempts")


def test_a_code_is_no_matter_without_a_second_factor(api: APIClient, ann: User) -> None:
    assert api.post(TOKENS, {**SIGN_IN, "code": "123456"}).status_code == 201


def test_who_is_signed_in_confirms_by_the_password_alone(careful: User) -> None:
    password_confirm(player=careful, address="192.0.2.1", password=PASSWORD)
    assert not SignInAttempt.objects.exists()


# -- The pages


def test_the_password_alone_leads_to_the_second_step(client: Client, careful: User) -> None:
    assert sign_in(client)["Location"] == CODE
    assert not is_signed_in(client)
    assert client.post(CODE, {"code": code_now()})["Location"] == "/"
    assert is_signed_in(client)
    assert not SignInAttempt.objects.exists()


def test_codes_are_not_guessed_on_the_page(client: Client, careful: User) -> None:
    sign_in(client)
    for _ in range(9):
        answer = client.post(CODE, {"code": "000"})
        assert answer.context["form"].errors["code"] == ["Incorrect code."]
    answer = client.post(CODE, {"code": code_now()})
    assert "Too many failed" in str(answer.context["form"].errors["code"])
    assert not is_signed_in(client)


def confirmed(client: Client) -> Client:
    """Signed in, and just asked for the password again."""
    sign_in(client)
    client.post("/accounts/confirm/", {"password": PASSWORD})
    return client


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_with_a_picture_that_the_policy_lets_through(
    client: Client, ann: User
) -> None:
    confirm(ann)
    sign_in(client)
    assert client.get(APP)["Location"] == f"/accounts/confirm/?next={APP.replace('/', '%2F')}"
    page = confirmed(client).get(APP)
    text = page.content.decode()
    assert '<img src="data:image/svg+xml;base64,' in text
    assert "img-src 'self' data:" in page["Content-Security-Policy"]
    assert "no-store" in page["Cache-Control"]
    found = re.search('<code class="key">(.*)</code>', text)
    assert found
    assert client.post(APP, {"code": "000"}).context["form"].errors
    done = client.post(APP, {"code": code_now(found[1])}, follow=True)
    shown = re.findall(r"<li><code>(\d+)</code></li>", done.content.decode())
    assert shown == recovery_codes(ann)
    assert "An app for the second step" in str([message.body for message in mails_sent()])


def test_the_app_is_removed_and_the_player_told_in_their_language(
    client: Client, ann: User
) -> None:
    User.objects.update(language="fr")
    confirm(ann)
    confirmed(client)
    TOTP.activate(ann, APP_SECRET)
    RecoveryCodes.activate(ann)
    assert client.post(f"{APP}remove/")["Location"] == STEPS
    assert not Authenticator.objects.exists()
    [told] = mails_sent()
    assert (told.to, told.subject) == (["ann@example.org"], "Votre compte Agnes")
    assert "a été retirée" in str(told.body)


def test_nothing_is_changed_without_asking_again_who_it_is(client: Client, ann: User) -> None:
    sign_in(client)
    TOTP.activate(ann, APP_SECRET)
    for address in (f"{APP}remove/", f"{PASSKEYS}add/", f"{STEPS}recovery/new/"):
        assert client.post(address)["Location"].startswith("/accounts/confirm/")
    assert Authenticator.objects.count() == 1


def test_the_ways_are_listed_on_the_page_of_the_account(client: Client, careful: User) -> None:
    client.force_login(careful)
    assert "An app with codes" in client.get("/me").content.decode()
    assert "In use since" in client.get(STEPS).content.decode()


def test_a_guest_has_no_second_step(client: Client) -> None:
    client.post("/games/new")
    assert client.get(STEPS)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("credential", ["", "{}", "[]", "7", "null", '{"id": 1}', "\0"])
def test_what_is_no_passkey_signs_nobody_in(client: Client, ann: User, credential: str) -> None:
    answer = client.post(f"{PASSKEYS}login/", {"credential": credential})
    assert answer.status_code == 302
    assert not is_signed_in(client)


@pytest.mark.parametrize("credential", ["{}", "[]", "7", '{"id": 1}', '{"id": "x", "rawId": "y"}'])
def test_what_is_no_passkey_is_not_added_and_is_no_second_step(
    client: Client, careful: User, credential: str
) -> None:
    sign_in(client)
    assert client.post(CODE, {"credential": credential}).status_code == 200
    assert not is_signed_in(client)
    client.post(CODE, {"code": code_now()})
    client.post("/accounts/confirm/", {"password": PASSWORD})
    client.get(f"{PASSKEYS}add/")
    assert client.post(f"{PASSKEYS}add/", {"credential": credential}).status_code == 200
    assert client.post(f"{PASSKEYS}confirm/", {"credential": credential}).status_code == 302
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_a_wrong_passkey_given_again_leads_nowhere_else(client: Client, ann: User) -> None:
    WebAuthn.add(ann, "the phone", {})
    client.force_login(ann)
    wrong = {"credential": '{"id": 1}', "next": "/me/mail"}
    answer = client.post(f"{PASSKEYS}confirm/", wrong)
    assert answer["Location"] == f"{PASSKEYS}confirm/?next=%2Fme%2Fmail"
    assert not Authenticator.objects.filter(last_used_at__isnull=False).exists()


def test_the_scripts_come_from_the_package(client: Client, ann: User) -> None:
    confirmed(client)
    for address in ("/accounts/confirm/", f"{PASSKEYS}add/"):
        assert client.get(address).status_code == 200
    page = client.get(f"{PASSKEYS}add/").content.decode()
    assert re.findall(r'<script src="/static/([^"]*)"', page) == [
        "games/passkeys.js",
        "mfa/js/webauthn-json.js",
        "mfa/js/webauthn.js",
        "account/js/onload.js",
    ]
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", page)


@pytest.mark.parametrize(
    ("language", "word"),
    [
        *[("en", "passkey"), ("es", "llave de acceso"), ("pt-pt", "chave de acesso")],
        ("fr", "clé d\N{RIGHT SINGLE QUOTATION MARK}accès"),
    ],
)
def test_a_passkey_has_one_name_in_each_language(
    client: Client, ann: User, language: str, word: str
) -> None:
    User.objects.update(language=language)
    TOTP.activate(ann, APP_SECRET)
    WebAuthn.add(ann, "the phone", {})
    client.force_login(ann)
    asked = client.get("/accounts/confirm/").text
    assert word in asked
    with translation.override(language):
        name = SecondFactorAdapter().generate_authenticator_name(ann, "webauthn")
    assert name.lower() == f"{word} 2"
    assert not re.search("security key|de seguridad|de sécurité|de segurança", asked)

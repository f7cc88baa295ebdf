"""The staff's pages about players and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP

from accounts.models import User
from accounts.services.tokens import token_create

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db
USERS, TOKENS = "/admin/accounts/user/", "/admin/accounts/apitoken/"
STEPS, ADDRESSES = "/admin/mfa/authenticator/", "/admin/account/emailaddress/"
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def as_staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("staff", "", "correct horse battery"))
    return client


def test_the_staff_sign_in_on_the_page_whose_attempts_are_counted(client: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/?next=")


def test_a_player_is_no_staff(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get(USERS, follow=True).status_code == 403


@pytest.mark.parametrize("query", ["?q=ann", "?q=example.org", "?is_hidden__exact=0", "?q=%00"])
def test_players_can_be_searched(as_staff: Client, ann: User, query: str) -> None:
    response = as_staff.get(USERS + query)
    assert response.status_code in {200, 302}


def test_a_player_can_be_banned_but_not_hidden_here(as_staff: Client, ann: User) -> None:
    form = {"username": "ann", "email": "ann@example.org", "is_hidden": "on"}
    assert as_staff.post(f"{USERS}{ann.pk}/change/", form).status_code == 302
    ann.refresh_from_db()
    assert (ann.is_active, ann.is_hidden) == (False, False)


def test_a_player_can_be_added(as_staff: Client) -> None:
    form = {"username": "dora", "password1": "correct horse", "password2": "correct horse"}
    as_staff.post(f"{USERS}add/", {**form, "usable_password": "true"})
    assert User.objects.get(username="dora").check_password("correct horse")


def test_a_name_that_is_taken_is_an_error_of_the_form(as_staff: Client, ann: User) -> None:
    form = {"username": "ANN", "password1": "correct horse", "password2": "correct horse"}
    response = as_staff.post(f"{USERS}add/", {**form, "usable_password": "true"})
    assert response.status_code == 200
    assert response.context["adminform"].form.errors
    assert User.objects.count() == 2


def test_tokens_are_shown_without_their_secrets_and_cannot_be_made_or_changed(
    as_staff: Client, ann: User
) -> None:
    token, secret = token_create(player=ann, name="laptop")
    for address in (TOKENS, f"{TOKENS}{token.pk}/change/"):
        response = as_staff.get(address)
        assert response.status_code == 200
        assert "laptop" in response.content.decode()
        assert secret[:15] not in response.content.decode()
    assert as_staff.get(f"{TOKENS}add/").status_code == 403
    assert as_staff.post(f"{TOKENS}{token.pk}/change/", {"name": "x"}).status_code == 403


def test_a_second_factor_is_shown_without_its_secret(as_staff: Client, ann: User) -> None:
    app, codes = TOTP.activate(ann, SECRET).instance, RecoveryCodes.activate(ann)
    secrets = [SECRET, codes.instance.data["seed"], *codes.get_unused_codes()]
    for way in (app, codes.instance):
        for address in (STEPS, f"{STEPS}{way.pk}/change/"):
            page = as_staff.get(address)
            assert page.status_code == 200
            assert not [secret for secret in secrets if secret in page.text]
    assert "Recovery codes" in as_staff.get(STEPS).text


def test_a_second_factor_is_neither_planted_nor_changed_nor_taken(
    as_staff: Client, ann: User
) -> None:
    way = TOTP.activate(ann, SECRET).instance
    before = Authenticator.objects.values().get()
    forged = {"user": ann.pk, "type": "totp", "data": '{"secret": "AAAAAAAAAAAAAAAA"}'}
    answers = [as_staff.post(f"{STEPS}{way.pk}/{what}/", forged) for what in ("change", "delete")]
    answers.append(as_staff.post(f"{STEPS}add/", {**forged, "type": "recovery_codes"}))
    assert [answer.status_code for answer in answers] == [403] * 3
    taken = {"action": "delete_selected", "_selected_action": [way.pk], "post": "yes"}
    as_staff.post(STEPS, taken)
    assert Authenticator.objects.values().get() == before


@pytest.mark.parametrize(
    "address",
    [
        *[f"{STEPS}?data__contains=JBSW", f"{STEPS}?data__secret__startswith=J"],
        *[f"{USERS}?authenticator__data__contains=JBSW", f"{USERS}?authenticator__data__secret=J"],
    ],
)
def test_a_secret_cannot_be_asked_for_letter_by_letter(
    as_staff: Client, ann: User, address: str
) -> None:
    TOTP.activate(ann, SECRET)
    assert as_staff.get(address).status_code == 400


def test_the_staff_confirm_nobodys_address(as_staff: Client, ann: User, bob: User) -> None:
    row = EmailAddress.objects.create(user=ann, email="ann@example.org")
    assert "ann@example.org" in as_staff.get(ADDRESSES).text
    forged = {"user": bob.pk, "email": "staff@example.org", "verified": "on", "primary": "on"}
    assert as_staff.post(f"{ADDRESSES}add/", forged).status_code == 403
    assert as_staff.post(f"{ADDRESSES}{row.pk}/change/", forged).status_code == 403
    as_staff.post(ADDRESSES, {"action": "make_verified", "_selected_action": [row.pk]})
    assert EmailAddress.objects.values("email", "verified").get() == {
        "email": "ann@example.org",
        "verified": False,
    }

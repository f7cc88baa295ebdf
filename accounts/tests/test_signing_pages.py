"""The pages: sign up, sign in, sign out."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import PlayerSession, SignInAttempt, User
from accounts.tests.browsing import (
    CHANGE,
    OTHER,
    PASSWORD,
    RESET,
    SIGN_IN,
    SIGN_OUT,
    SIGN_UP,
    is_signed_in,
    session_key,
    sign_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits_reached_before() -> None:
    cache.clear()


# -- Signing up


def test_who_signs_up_is_signed_in_and_led_home(client: Client) -> None:
    form = {"username": "Clara", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(SIGN_UP, form)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(client)
    player = User.objects.get()
    assert (player.username, player.email) == ("Clara", "")
    assert PlayerSession.objects.get(session_key=session_key(client)).player_id == player.pk


def test_two_players_may_give_one_address_for_mail(client: Client, ann: User) -> None:
    form = {"username": "Clara", "password1": PASSWORD, "password2": PASSWORD}
    client.post(SIGN_UP, {**form, "email": "Ann@Example.ORG"})
    assert User.objects.filter(email="ann@example.org").count() == 2


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password1": "short", "password2": "short"}, "password1"),
        ({"password1": "12345678901", "password2": "12345678901"}, "password1"),
        ({"password1": "clara-17", "password2": "clara-17"}, "password1"),
        ({"password2": OTHER}, "password2"),
        ({"password1": ""}, "password1"),
        ({"email": "no address"}, "email"),
        ({"username": ""}, "username"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(
    client: Client, change: dict[str, str], field: str
) -> None:
    form = {"username": "clara", "password1": PASSWORD, "password2": PASSWORD, **change}
    response = client.post(SIGN_UP, form)
    assert response.status_code == 200
    assert field in response.context["form"].errors
    page = response.content.decode()
    assert f'id="id_{field}_error"' in page
    assert re.search(f'<input[^>]*name="{field}"[^>]*aria-describedby="[^"]*id_{field}_error', page)
    assert 'aria-invalid="true"' in page
    assert not User.objects.exists()


# -- Signing in and out


def test_a_player_signs_in_and_out(client: Client, ann: User) -> None:
    response = sign_in(client, "aNN")
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(client)
    assert client.get(SIGN_OUT).status_code == 200
    assert is_signed_in(client)
    assert client.post(SIGN_OUT).status_code == 302
    assert not is_signed_in(client)


def test_the_session_gets_a_new_key_at_sign_in(client: Client, ann: User, bob: User) -> None:
    client.post(SIGN_UP, {})
    sign_in(client)
    first = session_key(client)
    client.post(SIGN_OUT)
    sign_in(client, "bob")
    assert session_key(client) != first
    assert not PlayerSession.objects.filter(session_key=first).exists()


def test_a_session_key_that_was_planted_is_not_kept(client: Client, ann: User) -> None:
    client.cookies["sessionid"] = "planted0planted0planted0planted0"
    sign_in(client)
    assert session_key(client) != "planted0planted0planted0planted0"


@pytest.mark.parametrize("username", ["ann", "nobody"])
def test_a_wrong_password_and_an_unknown_name_look_alike(
    client: Client, ann: User, username: str
) -> None:
    response = sign_in(client, username, "wrong")
    assert response.status_code == 200
    assert response.context["form"].non_field_errors() == [
        "The username and/or password you specified are not correct."
    ]
    assert not is_signed_in(client)


def test_too_many_attempts_are_turned_away_on_the_page_as_in_the_api(
    client: Client, ann: User
) -> None:
    for _ in range(5):
        sign_in(client, password="wrong")
        client.post("/api/v1/tokens", {"username": "ann", "password": "wrong"}, "application/json")
    response = sign_in(client)
    assert response.status_code == 200
    assert response.context["form"].non_field_errors() == [
        "Too many failed login attempts. Try again later."
    ]
    assert not is_signed_in(client)


def test_signing_in_forgets_the_attempts_before_it(client: Client, ann: User) -> None:
    for _ in range(3):
        for _ in range(9):
            sign_in(client, password="wrong")
        sign_in(client)
        assert is_signed_in(client)
        client.post(SIGN_OUT)
    assert not SignInAttempt.objects.exists()


def test_a_banned_player_is_told_so_and_stays_out(client: Client, ann: User) -> None:
    User.objects.update(is_active=False)
    response = client.post(SIGN_IN, {"login": "ann", "password": PASSWORD}, follow=True)
    assert "This account is not active" in response.content.decode()
    assert not is_signed_in(client)


def test_a_ban_ends_a_session(client: Client, ann: User) -> None:
    sign_in(client)
    User.objects.update(is_active=False)
    assert not is_signed_in(client)


@pytest.mark.parametrize("address", [SIGN_UP, SIGN_IN])
def test_after_signing_in_one_goes_on_where_one_wanted_to_go(
    client: Client, ann: User, address: str
) -> None:
    assert (
        '<input type="hidden" name="next" value="/rules">'
        in client.get(f"{address}?next=/rules").content.decode()
    )


def test_nobody_is_led_to_another_site(client: Client, ann: User) -> None:
    form = {"login": "ann", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post(SIGN_IN, form)["Location"] == "/"


@pytest.mark.parametrize("address", [SIGN_UP, SIGN_IN, SIGN_OUT, CHANGE, RESET])
def test_no_form_is_taken_without_its_csrf_token(ann: User, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.post(address, {"login": "ann", "password": PASSWORD}).status_code == 403

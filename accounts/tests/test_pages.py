"""The pages: sign up, in and out, change and reset the password."""

from __future__ import annotations

import re
import smtplib
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends import locmem
from django.test import Client

from accounts.models import PlayerSession, SignInAttempt, User

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "correct horse battery", "another good phrase"
SIGN_UP, SIGN_IN, SIGN_OUT = "/accounts/signup/", "/accounts/login/", "/accounts/logout/"
CHANGE, RESET = "/accounts/password/change/", "/accounts/password/reset/"


@pytest.fixture(autouse=True)
def _no_limits_reached_before() -> None:
    cache.clear()


def sign_in(client: Client, username: str = "ann", password: str = PASSWORD) -> Answer:
    return client.post(SIGN_IN, {"login": username, "password": password})


def is_signed_in(client: Client) -> bool:
    return client.get(CHANGE).status_code == 200


def session_key(client: Client) -> str:
    return client.cookies["sessionid"].value


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


# -- Changing the password


def test_a_new_password_ends_the_sessions_elsewhere_and_only_those(ann: User) -> None:
    here, elsewhere = Client(), Client()
    sign_in(here)
    sign_in(elsewhere)
    before = session_key(here)
    form = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert here.post(CHANGE, form).status_code == 302
    assert is_signed_in(here)
    assert session_key(here) != before
    assert not is_signed_in(elsewhere)
    assert sign_in(Client()).status_code == 200
    assert sign_in(Client(), password=OTHER).status_code == 302


def test_the_old_password_is_asked_for(client: Client, ann: User) -> None:
    sign_in(client)
    form = {"oldpassword": "wrong", "password1": OTHER, "password2": OTHER}
    assert "oldpassword" in client.post(CHANGE, form).context["form"].errors
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_the_old_password_cannot_be_guessed_at_leisure(client: Client, ann: User) -> None:
    sign_in(client)
    form = {"oldpassword": "wrong", "password1": OTHER, "password2": OTHER}
    answers = [client.post(CHANGE, form) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "Too many requests" in answers[-1].content.decode()


def test_who_is_not_signed_in_is_led_to_the_sign_in_page(client: Client) -> None:
    assert client.get(CHANGE)["Location"] == f"{SIGN_IN}?next={CHANGE}"


# -- Resetting the password


def link_in_mail() -> str:
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_lost_password_is_reset_by_a_link_that_works_once(client: Client, ann: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    response = client.post(RESET, {"email": "Ann@example.org"}, follow=True)
    assert "Look into your mail" in response.content.decode()
    link = link_in_mail()
    page = client.get(link, follow=True)
    form = {"password1": OTHER, "password2": OTHER}
    done = client.post(page.request["PATH_INFO"], form, follow=True)
    assert "The new password is set" in done.content.decode()
    assert sign_in(client, password=OTHER).status_code == 302
    assert not is_signed_in(elsewhere)
    assert "no longer works" in Client().get(link).content.decode()


@pytest.mark.parametrize("key", ["1-x", "zzzzzzzzzzzzz-x-y", "0-%00", "1-set-password", "1-ü"])
def test_a_made_up_link_is_turned_away(client: Client, ann: User, key: str) -> None:
    response = client.get(f"{RESET}key/{key}/")
    assert "no longer works" in response.content.decode()


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client: Client, ann: User) -> None:
    known = client.post(RESET, {"email": "ann@example.org"})
    unknown = Client().post(RESET, {"email": "nobody@mail.example"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]


def test_a_mail_server_that_is_down_does_not_break_the_page(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*_: object) -> int:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", down)
    assert client.post(RESET, {"email": "ann@example.org"}).status_code == 302
    assert "mail not sent" in caplog.text


# -- All of them


class Page(HTMLParser):
    """Notes what the strict content security policy would stop, and inputs without a label."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.labels: set[str | None] = set()
        self.inputs: dict[str | None, dict[str, str | None]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in found):
            self.inline.append(tag)
        self.inline += [name for name in found if name == "style" or name.startswith("on")]
        if tag == "label":
            self.labels.add(found["for"])
        if tag == "input" and found["type"] != "hidden":
            self.inputs[found["id"]] = found


ANYBODY = [SIGN_UP, SIGN_IN, RESET, f"{RESET}done/", f"{RESET}key/done/", f"{RESET}key/1-x/"]
SIGNED_IN = [SIGN_OUT, CHANGE]


@pytest.mark.parametrize("address", [*ANYBODY, "/accounts/inactive/", *SIGNED_IN])
def test_a_page_has_a_heading_labels_and_nothing_inline(
    client: Client, ann: User, address: str
) -> None:
    if address in SIGNED_IN:
        client.force_login(ann)
    response = client.get(address)
    assert response.status_code == 200
    text = response.content.decode()
    assert text.count("<h1>") == 1
    page = Page()
    page.feed(text)
    assert page.inline == []
    assert set(page.inputs) <= page.labels
    assert "'unsafe-inline'" not in response["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (SIGN_IN, {"login": "username", "password": "current-password"}),
        (
            SIGN_UP,
            {
                "username": "username",
                "email": "email",
                "password1": "new-password",
                "password2": "new-password",
            },
        ),
        (
            CHANGE,
            {
                "oldpassword": "current-password",
                "password1": "new-password",
                "password2": "new-password",
            },
        ),
    ],
)
def test_a_password_manager_knows_its_way(
    client: Client, ann: User, address: str, expected: dict[str, str]
) -> None:
    if address in SIGNED_IN:
        client.force_login(ann)
    page = Page()
    page.feed(client.get(address).content.decode())
    told = {str(found["name"]): found.get("autocomplete") for found in page.inputs.values()}
    assert told == expected

"""The pages: change the password, and reset a lost one."""

from __future__ import annotations

import re
import smtplib

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends import locmem
from django.test import Client

from accounts.models import User
from accounts.tests.browsing import (
    CHANGE,
    OTHER,
    PASSWORD,
    RESET,
    SIGN_IN,
    is_signed_in,
    session_key,
    sign_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits_reached_before() -> None:
    cache.clear()


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

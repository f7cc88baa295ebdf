"""The pages: change the password, and reset a lost one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.cache import cache
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
from accounts.tests.mailing import confirm, link_in, mails_sent, receivers

if TYPE_CHECKING:
    from conftest import Clock

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


def test_a_lost_password_is_reset_by_a_link_that_works_once(client: Client, ann: User) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    confirm(ann)
    response = client.post(RESET, {"email": "Ann@example.org"}, follow=True)
    assert "Look into your mail" in response.content.decode()
    link = link_in(mails_sent()[-1])
    page = client.get(link, follow=True)
    form = {"password1": OTHER, "password2": OTHER}
    done = client.post(page.request["PATH_INFO"], form, follow=True)
    assert "The new password is set" in done.content.decode()
    assert sign_in(client, password=OTHER).status_code == 302
    assert not is_signed_in(elsewhere)
    assert "no longer works" in Client().get(link).content.decode()
    assert "A new password was set" in str(mails_sent()[-1].body)


def test_a_new_password_goes_around_no_second_step(client: Client, careful: User) -> None:
    confirm(careful)
    client.post(RESET, {"email": "ann@example.org"})
    page = client.get(link_in(mails_sent()[-1]), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": OTHER, "password2": OTHER})
    assert not is_signed_in(client)
    assert sign_in(client, password=OTHER)["Location"].startswith("/accounts/two-steps/code/")
    assert not is_signed_in(client)


@pytest.mark.parametrize("key", ["1-x", "zzzzzzzzzzzzz-x-y", "0-%00", "1-set-password", "1-ü"])
def test_a_made_up_link_is_turned_away(client: Client, ann: User, key: str) -> None:
    response = client.get(f"{RESET}key/{key}/")
    assert "no longer works" in response.content.decode()


def test_only_a_confirmed_address_gets_the_mail(client: Client, ann: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="ann@example.org")
    asked = [client.post(RESET, {"email": "ann@example.org"})]
    assert receivers() == []
    confirm(ann)
    asked += [client.post(RESET, {"email": it}) for it in ("ANN@example.org", "no@mail.example")]
    assert receivers() == ["ann@example.org"]
    assert "the player ann" in str(mails_sent()[0].body)
    assert {(answer.status_code, answer["Location"]) for answer in asked} == {
        (302, "/accounts/password/reset/done/")
    }


def test_every_player_who_has_confirmed_the_address_gets_a_mail(
    client: Client, ann: User, bob: User
) -> None:
    User.objects.update(email="both@mail.example")
    closed = User.objects.create_user("closed", "both@mail.example", PASSWORD, is_active=False)
    for player in (ann, bob, closed):
        player.email = "both@mail.example"
        confirm(player)
    client.post(RESET, {"email": "both@mail.example"})
    bodies = [str(message.body) for message in mails_sent()]
    assert [re.findall("the player ([a-z]+)", body) for body in bodies] == [["ann"], ["bob"]]


def test_an_address_that_was_replaced_before_the_mail_went_out_gets_none(
    client: Client, ann: User
) -> None:
    confirm(ann)
    client.post(RESET, {"email": "ann@example.org"})
    EmailAddress.objects.update(email="new@example.org")
    assert receivers() == []


def test_more_than_five_mails_in_an_hour_are_answered_alike_and_not_sent(
    client: Client, ann: User, clock: Clock
) -> None:
    confirm(ann)
    for _ in range(7):
        cache.clear()
        assert client.post(RESET, {"email": "ann@example.org"}).status_code == 302
    assert len(receivers()) == 5
    clock.move(minutes=61)
    client.post(RESET, {"email": "ann@example.org"})
    assert len(receivers()) == 6


def test_each_rule_for_a_password_is_told_once() -> None:
    rules = password_validators_help_texts()
    assert len(rules) == 3
    assert len({str(rule) for rule in rules}) == 3

"""Addresses for mail: given, confirmed by a link, replaced and taken away."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.confirmations import confirmed_address
from accounts.models import Mail, User
from accounts.services.players import player_update
from accounts.tests.browsing import CONFIRM, PASSWORD, RESET, SIGN_UP, show_who_it_is, sign_in
from accounts.tests.mailing import ASKER, confirm, link_in, mails_sent, receivers

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from pytest_django import Settings
    from rest_framework.test import APIClient

    from conftest import Clock

pytestmark = pytest.mark.django_db
DEAD = "This link no longer works"


def give(player: User, email: str) -> str:
    """Give an address, and return the link in the mail that asks to confirm it."""
    player_update(player=player, email=email, asker=ASKER)
    return link_in(mails_sent()[-1])


def at_home(username: str) -> Client:
    """A browser in which somebody has just signed in."""
    client = Client()
    sign_in(client, username)
    return client


def follow(link: str, username: str = "ann") -> Answer:
    """Press the button on the page where a link leads."""
    return at_home(username).post(link, follow=True)


# -- Giving and confirming


@pytest.mark.parametrize("way", ["page", "api"])
def test_who_signs_up_with_an_address_gets_a_link_that_confirms_it(
    client: Client, api: APIClient, way: str
) -> None:
    form = {"username": "clara", "email": "Clara@mail.example"}
    if way == "page":
        form |= {"password1": PASSWORD, "password2": PASSWORD}
        home = client.post(SIGN_UP, form, follow=True)
        assert "A mail to confirm your address is on its way." in home.text
    else:
        assert api.post("/api/v1/players", {**form, "password": PASSWORD}).status_code == 201
    assert mail.outbox == []
    [message] = mails_sent()
    assert (message.to, message.subject) == (
        ["clara@mail.example"],
        "Confirm your address for Agnes",
    )
    assert "the player clara" in str(message.body)
    player = User.objects.get()
    assert confirmed_address(player) == ""
    page = at_home("clara").get(link_in(message)).text
    assert "<strong>clara</strong>" in page
    assert "clara@mail.example" in page
    assert confirmed_address(player) == "", "looking at the page is not enough"
    assert "The address is confirmed." in follow(link_in(message), "clara").text
    assert confirmed_address(player) == "clara@mail.example"


def test_nobody_but_its_player_confirms_an_address(ann: User, bob: User) -> None:
    """Else a token, or a browser left open, would be enough to get the account by its mails."""
    link = give(ann, "thief@mail.example")
    away, found = Client(), Client()
    for ask in (away.get, away.post):
        assert ask(link)["Location"].startswith("/accounts/login/?next=")
    assert at_home("bob").get(link).status_code == 403
    assert at_home("bob").post(link).status_code == 403
    found.force_login(ann)
    asked = found.post(link, follow=True)
    assert "Is it you?" in asked.text
    assert confirmed_address(ann) == ""
    done = found.post(CONFIRM, {"password": PASSWORD, "next": link}, follow=True)
    assert "The address is confirmed." in done.text
    assert confirmed_address(ann) == "thief@mail.example"


def test_nobody_without_an_address_gets_a_mail(client: Client, api: APIClient) -> None:
    form = {"username": "clara", "password1": PASSWORD, "password2": PASSWORD}
    client.post(SIGN_UP, form)
    api.post("/api/v1/players", {"username": "dora", "password": PASSWORD})
    assert User.objects.count() == 2
    assert not Mail.objects.exists()


def test_a_guest_who_signs_up_with_an_address_gets_a_link(client: Client) -> None:
    client.post("/games/new")
    form = {"username": "clara", "password1": PASSWORD, "password2": PASSWORD}
    client.post(SIGN_UP, {**form, "email": "clara@mail.example"})
    assert receivers() == ["clara@mail.example"]


def test_a_link_works_once(ann: User) -> None:
    link = give(ann, "new@example.org")
    follow(link)
    assert DEAD in Client().get(link).text
    assert DEAD in follow(link).text
    follow(give(ann, "other@example.org"))
    player_update(player=ann, email="new@example.org", asker=ASKER)
    assert DEAD in follow(link).text, "neither when the address is given once more"
    assert confirmed_address(ann) == "other@example.org"


def test_a_link_works_for_three_days(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link, now = give(ann, "new@example.org"), time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3 * 86_400 + 60)
    assert DEAD in follow(link).text
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3 * 86_400 - 60)
    assert "The address is confirmed." in follow(link).text


def test_a_link_to_an_address_that_was_changed_since_works_no_longer(ann: User) -> None:
    link = give(ann, "wrong@example.org")
    give(ann, "right@example.org")
    assert DEAD in follow(link).text
    assert confirmed_address(ann) == ""


def test_a_link_of_a_closed_account_works_no_longer(ann: User) -> None:
    link = give(ann, "new@example.org")
    User.objects.update(is_active=False)
    assert DEAD in follow(link).text


@pytest.mark.parametrize("key", ["x", "MQ:1:abc", "%00", "ü", "a" * 5000, "MQ"])
def test_a_made_up_link_is_turned_away(ann: User, key: str) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org")
    assert DEAD in Client().get(f"/me/mail/confirm/{key}").text
    assert DEAD in follow(f"/me/mail/confirm/{key}").text
    assert confirmed_address(ann) == ""


def test_a_link_signed_with_another_key_is_turned_away(ann: User, settings: Settings) -> None:
    link = give(ann, "new@example.org")
    settings.SECRET_KEY = "another"
    assert DEAD in follow(link).text


# -- Changing and taking away


def test_the_old_address_goes_on_until_the_new_one_is_confirmed(ann: User) -> None:
    confirm(ann)
    link = give(ann, "new@example.org")
    Client().post(RESET, {"email": "ann@example.org"})
    Client().post(RESET, {"email": "new@example.org"})
    assert receivers() == ["new@example.org", "ann@example.org"]
    follow(link)
    told = mails_sent()[-1]
    assert told.to == ["ann@example.org"]
    assert "Mails go to another address from now on" in str(told.body)
    Client().post(RESET, {"email": "ann@example.org"})
    Client().post(RESET, {"email": "new@example.org"})
    assert receivers()[3:] == ["new@example.org"]
    assert EmailAddress.objects.count() == 1


def test_who_goes_back_to_the_confirmed_address_confirms_nothing(ann: User) -> None:
    confirm(ann)
    link = give(ann, "new@example.org")
    assert not player_update(player=ann, email="ann@example.org", asker=ASKER)
    assert receivers() == ["new@example.org"]
    assert DEAD in follow(link).text
    assert confirmed_address(ann) == "ann@example.org"


def test_an_address_that_is_taken_away_is_told_and_gets_no_more(ann: User) -> None:
    confirm(ann)
    player_update(player=ann, email="", asker=ASKER)
    [told] = mails_sent()
    assert told.to == ["ann@example.org"]
    assert "taken off the account" in str(told.body)
    Client().post(RESET, {"email": "ann@example.org"})
    assert receivers() == ["ann@example.org"]
    assert not EmailAddress.objects.exists()


def test_the_same_address_again_asks_for_nothing(ann: User) -> None:
    give(ann, "new@example.org")
    assert not player_update(player=ann, email="NEW@example.org", asker=ASKER)
    assert receivers() == ["new@example.org"]


def test_an_address_that_is_not_confirmed_is_told_nothing(client: Client, ann: User) -> None:
    client.force_login(ann)
    form = {
        "oldpassword": PASSWORD,
        "password1": "another good one",
        "password2": "another good one",
    }
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert receivers() == []


def test_what_others_have_confirmed_is_no_matter(ann: User, bob: User) -> None:
    confirm(ann)
    follow(give(bob, "ann@example.org"), "bob")
    assert (confirmed_address(ann), confirmed_address(bob)) == ("ann@example.org",) * 2


# -- Sending it again


def test_the_mail_is_sent_again_also_for_an_address_from_before_there_were_links(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    assert "The mail is on its way." in client.post("/me/mail/again", follow=True).text
    follow(link_in(mails_sent()[-1]))
    assert confirmed_address(ann) == "ann@example.org"
    assert "No mail was sent" in client.post("/me/mail/again", follow=True).text


def test_an_address_gets_three_such_mails_in_an_hour(
    client: Client, ann: User, bob: User, clock: Clock
) -> None:
    for player in (ann, bob, ann, bob):
        User.objects.filter(pk=player.pk).update(email="victim@example.org")
        client.force_login(player)
        last = client.post("/me/mail/again", follow=True)
    assert "No mail was sent" in last.text
    assert receivers() == ["victim@example.org"] * 3
    clock.move(minutes=61)
    client.post("/me/mail/again")
    assert len(receivers()) == 4


def test_a_player_asks_for_six_such_mails_in_an_hour(client: Client, ann: User) -> None:
    client.force_login(ann)
    show_who_it_is(client)
    said = [
        client.post("/me/mail", {"email": f"{number}@example.org"}, follow=True).text
        for number in range(7)
    ]
    assert ["on its way" in page for page in said] == [True] * 6 + [False]
    assert "too many mails" in said[-1]
    assert Mail.objects.count() == 6
    assert receivers() == [], "links to the addresses before would be for nothing"


def test_somebody_without_an_address_is_sent_nothing(client: Client, bob: User) -> None:
    client.force_login(bob)
    assert "No mail was sent" in client.post("/me/mail/again", follow=True).text


# -- What is shown


def test_the_page_of_the_account_says_how_it_stands(client: Client, ann: User, bob: User) -> None:
    client.force_login(ann)
    assert "is not confirmed yet" in client.get("/me").text
    confirm(ann)
    page = client.get("/me").text
    assert "<strong>ann@example.org</strong> is confirmed." in page
    show_who_it_is(client)
    client.post("/me/mail", {"email": "new@example.org"})
    page = client.get("/me").text
    assert "<strong>new@example.org</strong> is not confirmed yet" in page
    assert "Until then mails go to <strong>ann@example.org</strong>." in page
    client.force_login(bob)
    assert "confirmed" not in client.get("/me").text


def test_the_api_says_whether_the_address_is_confirmed(as_ann: APIClient, ann: User) -> None:
    assert as_ann.get("/api/v1/me").json()["email_confirmed"] is False
    confirm(ann)
    assert as_ann.get("/api/v1/me").json()["email_confirmed"] is True
    answer = as_ann.patch("/api/v1/me", {"email": "new@example.org", "email_confirmed": True})
    assert answer.json()["email_confirmed"] is False
    assert receivers() == ["new@example.org"]


@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [
        ("es", "Confirme su dirección para Agnes", "sirve una vez, durante tres días"),
        ("fr", "Confirmez votre adresse pour Agnes", "fonctionne une fois, pendant trois jours"),
        ("pt-pt", "Confirme o seu endereço para o Agnes", "funciona uma vez, durante três dias"),
    ],
)
def test_the_mail_and_its_page_speak_the_language_of_the_player(
    ann: User, language: str, subject: str, words: str
) -> None:
    User.objects.update(language=language)
    ann.refresh_from_db()
    link = give(ann, "new@example.org")
    [message] = mail.outbox
    assert message.subject == subject
    assert words in str(message.body)
    page = at_home("ann").get(link, headers={"accept-language": language})
    assert f'<html lang="{language}"' in page.text

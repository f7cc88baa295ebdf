"""My account: mail and tokens. Leaving is in `test_players`, being a guest in `test_guests`."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from accounts.models import ApiToken
from accounts.services.tokens import token_create
from accounts.tests.browsing import CONFIRM, PASSWORD, show_who_it_is
from games.services.players import player_delete
from games.tests.pages.reading import html, words
from games.views.pages.forms import MailForm

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import Settings

    from accounts.models import User


def test_the_address_is_changed_and_shown(ann_looks: Client, ann: User) -> None:
    show_who_it_is(ann_looks)
    answer = ann_looks.post("/me/mail", {"email": "New@Example.org"}, follow=True)
    assert "The address is kept." in answer.content.decode()
    assert 'value="new@example.org"' in html(ann_looks, "/me")


def test_the_address_can_be_taken_away(ann_looks: Client, ann: User) -> None:
    show_who_it_is(ann_looks)
    answer = ann_looks.post("/me/mail", {"email": ""}, follow=True)
    assert "There is no address now." in answer.content.decode()
    ann.refresh_from_db()
    assert ann.email == ""


@pytest.mark.parametrize(
    "email", ["nothing", "a@b", "\x00@example.org", "x" * 250 + "@example.org"]
)
def test_what_is_no_address_is_said_beside_the_field(
    email: str, ann_looks: Client, ann: User
) -> None:
    answer = ann_looks.post("/me/mail", {"email": email})
    assert answer.status_code == 200
    assert 'id="id_email_error"' in answer.content.decode()
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_an_account_deleted_while_its_address_is_looked_at_breaks_nothing(
    ann_looks: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_valid = MailForm.is_valid

    def overtaken(form: MailForm) -> bool:
        player_delete(player=ann)
        return is_valid(form)

    monkeypatch.setattr(MailForm, "is_valid", overtaken)
    assert ann_looks.post("/me/mail", {"email": "nothing"}).status_code == 200


def test_a_token_is_made_shown_once_and_works(ann_looks: Client, nobody: Client) -> None:
    show_who_it_is(ann_looks)
    page = ann_looks.post("/me/tokens", {"name": "<robot>"}).content.decode()
    found = re.search(r"<code>([0-9a-f]{64})</code>", page)
    assert found
    headers = {"Authorization": f"Bearer {found[1]}"}
    assert nobody.get("/api/v1/me", headers=headers).json()["username"] == "ann"
    again = html(ann_looks, "/me")
    assert found[1] not in again
    assert "&lt;robot&gt;" in again


def test_a_name_too_long_for_a_token_makes_none(ann_looks: Client) -> None:
    answer = ann_looks.post("/me/tokens", {"name": "x" * 51})
    assert 'id="id_name_error"' in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_a_token_is_revoked_by_its_player_alone(
    ann_looks: Client, bob_looks: Client, ann: User
) -> None:
    token, _ = token_create(player=ann, name="robot")
    address = f"/me/tokens/{token.public_id}/revoke"
    assert address in html(ann_looks, "/me")
    assert bob_looks.post(address).status_code == 404
    assert ApiToken.objects.exists()
    answer = ann_looks.post(address, follow=True)
    assert "The token no longer works." in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_the_export_is_offered_as_a_file(ann_looks: Client) -> None:
    page = html(ann_looks, "/me")
    assert 'href="/api/v1/me/export" download="agnes-ann.json"' in page
    assert "No token." in words(page)


@pytest.mark.parametrize("address", ["/me/mail", "/me/tokens"])
def test_a_guest_has_no_address_and_no_token(address: str, nobody: Client, db: None) -> None:
    nobody.post("/games/new")
    assert nobody.post(address, {"email": "a@example.org"}).status_code == 403
    assert not ApiToken.objects.exists()


def test_a_token_may_be_made_that_only_reads_for_some_days(ann_looks: Client, ann: User) -> None:
    show_who_it_is(ann_looks)
    page = ann_looks.post("/me/tokens", {"name": "wall", "scope": "read", "days": "7"})
    assert "wall · only read" in page.content.decode()
    token = ApiToken.objects.get(name="wall")
    assert (token.scope, token.expiry.date() - token.created.date()) == ("read", timedelta(days=7))


def test_one_token_too_many_is_an_error_of_the_form(
    ann_looks: Client, ann: User, settings: Settings
) -> None:
    settings.TOKEN_CAP = 0
    show_who_it_is(ann_looks)
    page = ann_looks.post("/me/tokens", {"name": "wall"})
    assert page.status_code == 200
    assert "revoke one first" in page.content.decode()


@pytest.mark.parametrize(
    ("address", "sent", "told"),
    [
        ("/me/mail", {"email": "new@example.org"}, "The address is kept."),
        ("/me/tokens", {"name": "wall"}, "This is the new token."),
        ("/me/sessions/end", {}, "All other sessions have ended."),
    ],
)
def test_who_it_is_is_asked_again_before_and_then_it_goes_on(
    ann_looks: Client, ann: User, address: str, sent: dict[str, str], told: str
) -> None:
    asked = ann_looks.post(address, sent, follow=True)
    assert asked.redirect_chain == [(f"{CONFIRM}?{urlencode({'next': address})}", 302)]
    assert "Is it you?" in asked.text
    wrong = ann_looks.post(CONFIRM, {"password": "a guess", "next": address}, follow=True)
    assert told not in wrong.text
    done = ann_looks.post(CONFIRM, {"password": PASSWORD, "next": address}, follow=True)
    assert told in done.text
    assert told in ann_looks.post(address, sent, follow=True).text, "not asked twice in a row"

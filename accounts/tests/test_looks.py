"""The columns for how pages look, which the database itself keeps to their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from accounts.looks import LOOKS, look_of
from accounts.models import User
from accounts.services.guests import guest_create, guest_sign_up

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db
SIGN_UP = {"username": "bea", "password1": "correct horse", "password2": "correct horse"}
DARK = "theme%3Ddark%26deck%3Dfour-colour"


@pytest.mark.parametrize("name", LOOKS)
def test_the_database_takes_no_other_value(ann: User, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.update(**{name: "other"})


def test_a_guest_who_signs_up_brings_the_look_along() -> None:
    guest = guest_create()
    guest.username, guest.theme, guest.motion = "bea", "dark", "off"
    guest_sign_up(guest)
    kept = User.objects.get(username="bea")
    assert (kept.theme, kept.motion, kept.deck) == ("dark", "off", "two-colour")


def test_what_the_browser_kept_becomes_the_new_accounts(client: Client) -> None:
    client.cookies["look"] = DARK
    assert client.post("/accounts/signup/", SIGN_UP).status_code == 302
    assert look_of(User.objects.get()) == look_of(User(theme="dark", deck="four-colour"))


@pytest.mark.parametrize(
    "cookie", ["", "theme", "%00", "theme%3Dpink%26is_staff%3D1%26deck%3D", "a" * 3000, "%ff%26"]
)
def test_what_is_no_look_of_ours_is_left_out(client: Client, cookie: str) -> None:
    client.cookies["look"] = cookie
    assert client.post("/accounts/signup/", SIGN_UP).status_code == 302
    player = User.objects.get()
    assert look_of(player) == look_of(User())
    assert not player.is_staff

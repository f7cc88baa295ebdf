"""What a player does in a browser, for the tests of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

PASSWORD, OTHER = "correct horse battery", "another good phrase"
APP_SECRET = "JBSWY3DPEHPK3PXP"
SIGN_UP, SIGN_IN, SIGN_OUT = "/accounts/signup/", "/accounts/login/", "/accounts/logout/"
CONFIRM = "/accounts/confirm/"
CHANGE, RESET = "/accounts/password/change/", "/accounts/password/reset/"


def sign_in(client: Client, username: str = "ann", password: str = PASSWORD) -> Answer:
    return client.post(SIGN_IN, {"login": username, "password": password})


def show_who_it_is(client: Client) -> None:
    """Give the password again, so that what is asked for next goes on at once."""
    client.post(CONFIRM, {"password": PASSWORD})


def is_signed_in(client: Client) -> bool:
    return client.get(CHANGE).status_code == 200


def session_key(client: Client) -> str:
    return client.cookies["sessionid"].value

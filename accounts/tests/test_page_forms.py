"""What all the pages have in common: labels, autocompletion, nothing inline."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from accounts.tests.browsing import CHANGE, RESET, SIGN_IN, SIGN_OUT, SIGN_UP

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """Notes what the strict content security policy would stop, and inputs without a label."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.labels: set[str | None] = set()
        self.inputs: dict[str | None, dict[str, str | None]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        is_data = found.get("type") == "application/json"
        if tag == "style" or (tag == "script" and "src" not in found and not is_data):
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
    for name, kind in ((str(found["name"]), found["type"]) for found in page.inputs.values()):
        assert (kind == "password") == expected[name].endswith("-password"), name

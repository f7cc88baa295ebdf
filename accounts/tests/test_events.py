"""What the log tells of security, and what it does not."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from accounts.tests.browsing import CONFIRM, PASSWORD, sign_in
from agnes_site.logs import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rest_framework.test import APIClient

    from accounts.models import User

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/tokens"
CODE, PASSKEY_ALONE = "/accounts/two-steps/code/", "/accounts/two-steps/passkeys/login/"
TOLD = ("event", "player", "reason", "way", "code", "method", "route")


LOGGER = "agnes.security"


class Told(logging.Handler):
    """The lines of security, as they are written while the request is under way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Json())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]

    def events(self) -> list[dict[str, Any]]:
        """The entries without what all lines have."""
        return [{k: v for k, v in each.items() if k in TOLD} for each in self.entries()]


@pytest.fixture
def told() -> Iterator[Told]:
    told, logger = Told(), logging.getLogger(LOGGER)
    logger.addHandler(told)
    yield told
    logger.removeHandler(told)


def test_who_signs_in_is_told_by_number_and_with_the_request(
    api: APIClient, ann: User, told: Told
) -> None:
    api.post(TOKENS, {"username": "ann", "password": PASSWORD})
    Client().post(
        "/accounts/login/",
        {"login": "ann", "password": PASSWORD},
        headers={"x-request-id": "proxy-12345"},
    )
    assert told.events() == [
        {"event": "sign_in", "player": ann.pk, "way": "api"},
        {"event": "sign_in", "player": ann.pk, "way": "page"},
    ]
    assert told.entries()[1]["request_id"] == "proxy-12345"
    assert told.entries()[1]["message"] == f"sign_in player={ann.pk} way=page"


def test_a_guest_has_signed_in_nowhere(told: Told) -> None:
    Client().post("/games/new")
    assert told.events() == []


def test_a_wrong_password_is_told_and_a_name_that_does_not_exist_is_not_named(
    api: APIClient, ann: User, told: Told
) -> None:
    for name in ("ann", "nobody"):
        api.post(TOKENS, {"username": name, "password": "a guess"})
        sign_in(Client(), name, "a guess")
    refused = {"event": "sign_in_refused", "reason": "credentials"}
    known, unknown = {**refused, "player": ann.pk}, {**refused, "player": None}
    assert told.events() == [known, known, unknown, unknown]
    assert "nobody" not in str(told.lines)
    assert "a guess" not in str(told.lines)


def test_one_attempt_too_many_is_told(api: APIClient, ann: User, told: Told) -> None:
    for _ in range(11):
        api.post(TOKENS, {"username": "ann", "password": "a guess"})
    assert [each["reason"] for each in told.events()] == ["credentials"] * 10 + ["attempts"]


def test_a_wrong_second_step_is_told(api: APIClient, careful: User, told: Told) -> None:
    browser = Client()
    api.post(TOKENS, {"username": "ann", "password": PASSWORD, "code": "000"})
    sign_in(browser)
    browser.post(CODE, {"code": "000"})
    for asker, page in ((browser, CODE), (Client(), PASSKEY_ALONE)):
        asker.post(page, {"credential": '{"id": 1}'})
    steps = [(each["reason"], each["player"]) for each in told.events()]
    mine = careful.pk
    assert steps == [("code", mine), ("code", mine), ("passkey", mine), ("passkey", None)]


def test_a_wrong_password_given_again_is_told(client: Client, ann: User, told: Told) -> None:
    client.force_login(ann)
    client.post(CONFIRM, {"password": "a guess"})
    assert told.events()[-1] == {
        "event": "sign_in_refused",
        "player": ann.pk,
        "reason": "credentials",
    }


def test_refused_access_is_told_by_route_and_by_whom(api: APIClient, ann: User, told: Told) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    told.lines.clear()
    api.get("/api/v1/me")
    strict.post("/me/tokens", {"name": "x"})
    by_nobody = {"player": None, "code": "not_signed_in", "method": "GET", "route": "api/v1/me"}
    by_ann = {"player": ann.pk, "code": "csrf_failed", "method": "POST", "route": "me/tokens"}
    assert told.events() == [{"event": "access_refused", **each} for each in (by_nobody, by_ann)]


def test_what_somebody_may_not_see_is_told_with_their_number(
    client: Client, bob: User, told: Told
) -> None:
    client.force_login(bob)
    told.lines.clear()
    assert client.get("/admin/accounts/user/").status_code in {302, 403}
    assert client.get("/admin/login/").status_code == 403
    assert told.events()[-1]["player"] == bob.pk
    assert told.events()[-1]["code"] == "forbidden"

"""Nothing is changed from another site: CSRF token and Origin on every unsafe route."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from agnes_site.tests.routes import every_route
from games.models import Game

if TYPE_CHECKING:
    from games.models import Contest

# A program signs up or in without a session, and is given a token in the answer's body, which
# another site cannot read; nothing of the browser's goes along or changes.
WITHOUT_SESSION = {"api-players", "api-tokens"}
SAFE = {"schema", "api-docs", "healthz", "readyz", "metrics", "problems", ""}
ROUTES = [
    (route, method)
    for route in every_route()
    if route.name not in SAFE
    for method in sorted(route.methods - {"get"} if route.path.startswith("api/") else {"post"})
    if not (route.name in WITHOUT_SESSION and method == "post")
]
FORGED: dict[str, dict[str, str]] = {
    "no token": {},
    "an empty token": {"x-csrftoken": ""},
    "a made-up token": {"x-csrftoken": "a" * 32},
    "another origin": {"origin": "https://evil.example", "x-csrftoken": "{token}"},
    "no origin": {"origin": "null", "x-csrftoken": "{token}"},
    "another port": {"origin": "http://testserver:81", "x-csrftoken": "{token}"},
    "a longer name": {"origin": "http://testserver.evil.example", "x-csrftoken": "{token}"},
}


@pytest.fixture
def visitor(db: None) -> Client:
    """The browser of somebody of the staff, who may go everywhere."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("staff", "", "correct horse battery"))
    client.get("/accounts/password/change/")
    return client


def rows() -> list[int]:
    return [User.objects.count(), ApiToken.objects.count(), Game.objects.count()]


@pytest.mark.parametrize("forged", FORGED)
def test_no_unsafe_route_is_taken_from_another_site(
    visitor: Client, casual: Game, daily: Contest, forged: str
) -> None:
    token = visitor.cookies["csrftoken"].value
    headers = {name: value.format(token=token) for name, value in FORGED[forged].items()}
    before, taken = rows(), []
    for route, method in ROUTES:
        address = route.address(game_id=casual.pk)
        answer: Any = getattr(visitor, method)(address, b"{}", "application/json", headers=headers)
        if answer.status_code != 403 or "csrf_failed" not in answer.content.decode():
            taken.append(f"{method} {address} -> {answer.status_code}")
    assert taken == []
    assert rows() == before
    assert len(ROUTES) > 60


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/language/"])
@pytest.mark.parametrize("forged", FORGED)
def test_nobody_is_signed_in_from_another_site(ann: User, path: str, forged: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    token = client.cookies["csrftoken"].value
    headers = {name: value.format(token=token) for name, value in FORGED[forged].items()}
    form = {"login": "ann", "password": "correct horse battery", "language": "fr"}
    answer = client.post(path, form, headers=headers)
    assert answer.status_code == 403
    assert "sessionid" not in client.cookies
    assert "language" not in answer.cookies


def test_the_same_request_with_token_and_origin_is_taken(ann: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    headers = {
        "x-csrftoken": client.cookies["csrftoken"].value,
        "origin": "http://testserver",
    }
    form = {"login": "ann", "password": "correct horse battery"}
    assert client.post("/accounts/login/", form, headers=headers).status_code == 302
    assert "sessionid" in client.cookies


@pytest.mark.parametrize("name", sorted(WITHOUT_SESSION))
def test_signing_in_as_a_program_leaves_the_browser_as_it_was(
    visitor: Client, ann: User, name: str
) -> None:
    address = {route.name: route for route in every_route()}[name].address()
    session = visitor.cookies["sessionid"].value
    body = {"username": "ann", "password": "correct horse battery"}
    answer = visitor.post(
        address, body, "application/json", headers={"origin": "https://evil.example"}
    )
    assert not answer.cookies
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert visitor.cookies["sessionid"].value == session


def test_a_route_that_only_reads_takes_no_post(visitor: Client) -> None:
    for route in every_route():
        if route.name in SAFE - {""}:
            headers = {"x-csrftoken": visitor.cookies["csrftoken"].value}
            answer = visitor.post(route.address(), b"{}", "application/json", headers=headers)
            assert answer.status_code == 405, route.path

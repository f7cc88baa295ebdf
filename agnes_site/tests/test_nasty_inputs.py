"""The table of nasty inputs: whatever is sent wherever, no 5xx, and no page from the API.

The addresses come from the URL configuration, so a new endpoint is asked everything, too. Every
test is one row of `nasty.py`, sent everywhere.
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from agnes_site.tests.contract import described, schema
from agnes_site.tests.nasty import BODIES, FORM, JSON, TEXTS, VALUES
from agnes_site.tests.routes import Route, every_route
from conftest import client_of
from games.models import Contest, Game
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

    from accounts.models import User
    from conftest import Clock

# Those that end the session of who asks come last.
LAST = ["api-me", "me_delete", "account_logout", "logout"]
ROUTES = sorted(
    (route for route in every_route() if not route.path.startswith("admin/")),
    key=lambda route: LAST.index(route.name) if route.name in LAST else -1,
)
QUERY = {"limit", "cursor", "around", "status", "kind", "since", "until", "positions", "level"}
QUERY |= {"month", "next", "ply", "lang", "format", "script", "q", "page"}
FORM_FIELDS = [
    *["login", "password", "password1", "password2", "oldpassword", "username", "email", "name"],
    *["language", "next", "theme", "deck", "index", "contrast", "motion", "text"],
]


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and description of everything that the schema has."""
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def fields_read_by(path: str, method: str) -> list[str]:
    """Return the names of the fields that an endpoint reads, by the schema."""
    body = schema()["paths"].get(path, {}).get(method.lower(), {}).get("requestBody")
    if body is None:
        return []
    name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/")[-1]
    return list(schema()["components"]["schemas"][name]["properties"])


class Attacker:
    """Somebody signed in, with a game, who tries everything; and the judge of what comes back."""

    def __init__(self, player: User, game: Game) -> None:
        self.game_id = game.pk
        self.program: Any = client_of(player)
        self.browser = Client(raise_request_exception=False)
        self.browser.force_login(player)
        self.program.raise_request_exception = False
        self.failures: list[str] = []
        self.sent = 0

    def send(self, route: Route, method: str, address: str, **sent: Any) -> None:
        """Send one request as it comes, not through the client's own JSON."""
        is_api = route.path.startswith("api/")
        client = self.program if is_api and "HTTP_AUTHORIZATION" not in sent else self.browser
        query = address.partition("?")[2]
        answer = client.generic(method, address, QUERY_STRING=query, **sent)
        self.sent += 1
        media = answer.headers.get("Content-Type", "")
        is_page = is_api and media.startswith("text/html") and route.name != "api-docs"
        if answer.status_code >= 500 or is_page or "x" in answer.cookies:
            self.failures.append(f"{method} {address[:80]} -> {answer.status_code} {media}")

    def address(self, route: Route, **values: object) -> str:
        return route.address(**{"game_id": self.game_id, **values})

    def methods(self, route: Route) -> list[str]:
        return sorted(method.upper() for method in route.methods) or ["GET", "POST"]


@pytest.fixture
def attacker(ann: User, casual: Game, winnable: Contest, settings: Settings) -> Attacker:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
    return Attacker(ann, casual)


@pytest.fixture
def winnable(clock: Clock, db: None) -> Contest:
    return playing.daily_on(clock.now.date())


@pytest.mark.parametrize("row", BODIES)
def test_a_nasty_body_breaks_nothing(attacker: Attacker, row: str) -> None:
    body = BODIES[row]
    headers = {f"HTTP_{name.upper().replace('-', '_')}": v for name, v in body.headers.items()}
    for route in ROUTES:
        for method in {*attacker.methods(route)} - {"GET"}:
            address = attacker.address(route)
            sent = {"data": body.content, "content_type": body.media, **headers}
            attacker.send(route, method, address, **sent)
    assert attacker.failures == []
    assert attacker.sent > 30


@pytest.mark.parametrize("row", TEXTS)
def test_a_nasty_text_breaks_nothing_in_an_address_or_a_query(attacker: Attacker, row: str) -> None:
    text = TEXTS[row]
    for route in ROUTES:
        for place in route.places():
            address = attacker.address(route, **{place: quote(text, safe="")})
            attacker.send(route, "GET", address)
            if "POST" in attacker.methods(route):
                attacker.send(route, "POST", address, data=b"{}", content_type=JSON)
        address = attacker.address(route)
        attacker.send(route, "GET", f"{address}?{urlencode(dict.fromkeys(sorted(QUERY), text))}")
    for route, parameter in _parameters():
        address = attacker.address(route)
        attacker.send(route, "GET", f"{address}?{urlencode({parameter: text})}")
    assert attacker.failures == []
    assert attacker.sent > 60


def _parameters() -> Iterator[tuple[Route, str]]:
    """Yield every route with each parameter of its own: those of the schema, those of the lists."""
    by_path = {described(route.path): route for route in ROUTES}
    for path, _, operation in operations():
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query":
                yield by_path[path], parameter["name"]
    for route in ROUTES:
        if route.name in {"my_games", "archive", "daily_board", "history"}:
            yield from itertools.product([route], sorted(QUERY))


@pytest.mark.parametrize("row", [*TEXTS, *VALUES])
def test_a_nasty_value_breaks_nothing_in_any_field(attacker: Attacker, row: str) -> None:
    value = TEXTS.get(row, VALUES.get(row))
    usual = {"ply": 0, "username": "carol", "password": "correct horse battery", "move": "deal"}
    form = urlencode({field: value for field in FORM_FIELDS if isinstance(value, str)})
    for route in ROUTES:
        address = attacker.address(route)
        for method in {*attacker.methods(route)} - {"GET"}:
            fields = fields_read_by(described(route.path), method)
            bodies: list[Any] = [usual | {field: value} for field in fields]
            bodies += [{field: value} for field in fields] + [value, dict.fromkeys(fields, value)]
            bodies += [{"ply": 0, "moves": [value]}] if "moves" in fields else []
            for body in bodies:
                sent = json.dumps(body).encode()
                attacker.send(route, method, address, data=sent, content_type=JSON)
        if not route.path.startswith("api/"):
            attacker.send(route, "POST", address, data=form.encode(), content_type=FORM)
    assert attacker.failures == []
    assert attacker.sent > 60


def test_the_table_is_long_enough() -> None:
    assert len(BODIES) + len(TEXTS) + len(VALUES) >= 100


def test_the_attacker_would_notice_a_mistake(
    attacker: Attacker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.views.players.player_named", broken)
    route = next(route for route in ROUTES if route.name == "api-player")
    attacker.send(route, "GET", attacker.address(route))
    assert len(attacker.failures) == 1

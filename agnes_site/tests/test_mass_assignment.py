"""Whatever fields are sent, only those that an endpoint is for change: rows before and after."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from accounts.models import PlayerSession, SignInAttempt, User
from accounts.tests.browsing import show_who_it_is
from agnes_site.tests.routes import Route, every_route
from conftest import PASSWORD, client_of
from games.models import Deal, Game
from games.tests import playing

if TYPE_CHECKING:
    from conftest import Clock
    from games.models import Contest

Row = tuple[str, Any, str]

OURS = [
    model
    for model in apps.get_models()
    if model._meta.app_label in {"accounts", "games"}
    and model not in {PlayerSession, SignInAttempt}
]
# What may change in rows that were there before. The player's look and language are fields of PATCH
# me and of the form; `moves` and so on follow from an action.
LOOK = {"User.theme", "User.deck", "User.index", "User.contrast", "User.motion"}
ACTION = {f"Game.{name}" for name in ("ply", "history", "pauses", "position", "acted_at")}
ENDED = ACTION | {"Game.status", "Game.moves", "Game.finished_at"}
SIGN_IN = {"User.last_login"}
MAY_CHANGE: dict[tuple[str, str], set[str]] = {
    ("api-me", "patch"): LOOK | {"User.email", "User.language"},
    ("api-game", "patch"): {"Game.is_public"},
    ("api-game-moves", "post"): ACTION,
    ("api-game-concede", "post"): ENDED,
    ("me_mail", "post"): {"User.email"},
    ("me_look", "post"): LOOK,
    ("language", "post"): {"User.language"},
    ("account_login", "post"): SIGN_IN,
    ("account_change_password", "post"): {"User.password"},
    ("daily_play", "post"): {"Contest.players"},
    ("api-daily-game", "post"): {"Contest.players"},
}
# What each needs to be taken at all.
NEEDED: dict[tuple[str, str], dict[str, Any]] = {
    ("api-game-moves", "post"): {"ply": 0, "move": "deal"},
    ("api-game-concede", "post"): {"ply": 0},
    ("api-game", "patch"): {"public": True},
    ("api-me", "patch"): {"email": "new@example.org", "language": "fr", "theme": "dark"},
    ("api-players", "post"): {"username": "carol", "password": PASSWORD, "email": ""},
    ("api-tokens", "post"): {"username": "ann", "password": PASSWORD},
    ("api-games", "post"): {},
    ("me_mail", "post"): {"email": "new@example.org"},
    ("me_look", "post"): {"theme": "dark", "deck": "four-colour", "index": "large"},
    ("language", "post"): {"language": "fr"},
    ("account_login", "post"): {"login": "ann", "password": PASSWORD},
    ("account_signup", "post"): {
        "username": "dora",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "email": "",
    },
    ("account_change_password", "post"): {
        "oldpassword": PASSWORD,
        "password1": "a",
        "password2": "a",
    },
}
ROUTES = [route for route in every_route() if not route.path.startswith("admin/")]
WRITES = [
    (route, method)
    for route in ROUTES
    for method in sorted(route.methods or {"post"})
    if method != "get" and route.name not in {"me_delete", "account_logout"}
]


def snapshot() -> dict[Row, Any]:
    """Return every column of every row."""
    return {
        (model.__name__, row["pk"], name): value
        for model in OURS
        for row in model._default_manager.values("pk", *_columns(model))
        for name, value in row.items()
        if name != "pk"
    }


def _columns(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def wished(field: Any, other: User) -> Any:
    """Return a value of a field's kind that nobody has a right to."""
    if field.is_relation:
        return other.pk
    if field.choices:
        return field.choices[-1][0]
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.DateTimeField | models.DateField):
        return datetime(2001, 2, 3).isoformat()  # noqa: DTZ001  (any time)
    return 999 if isinstance(field, models.IntegerField) else "999"


@pytest.fixture
def everything(bob: User) -> dict[str, Any]:
    """Every column of every model, by each name it might be known by."""
    sent: dict[str, Any] = {}
    for model in OURS:
        for field in model._meta.concrete_fields:
            value = wished(field, bob)
            sent |= {field.name: value, field.attname: value}
            sent |= {f"{model.__name__.lower()}.{field.name}": value, f"{field.name}__set": value}
    sent |= {"pk": 999, "groups": [1], "user_permissions": [1], "is_admin": True, "role": "staff"}
    return sent


@pytest.fixture
def finished(ann: User, clock: Clock) -> Game:
    """A casual game of Ann's that could be made public."""
    game = playing.casual_game(ann, playing.LOSABLE, clock.now)
    return playing.play_line(game, ["concede"], clock.now)


def changes(before: dict[Row, Any], after: dict[Row, Any]) -> set[str]:
    """Name the columns of rows that were there before and are not as they were."""
    return {
        f"{model}.{name}"
        for (model, pk, name), value in before.items()
        if after.get((model, pk, name), "gone") != value
    }


@pytest.mark.parametrize(
    ("route", "method"), WRITES, ids=[f"{m} {r.name or r.path}" for r, m in WRITES]
)
def test_only_what_an_endpoint_is_for_changes(
    route: Route,
    method: str,
    ann: User,
    casual: Game,
    finished: Game,
    daily: Contest,
    everything: dict[str, Any],
) -> None:
    program, browser = client_of(ann), Client()
    browser.force_login(ann)
    show_who_it_is(browser)
    game = finished if route.name == "api-game" else casual
    address = route.address(game_id=game.pk)
    needed = NEEDED.get((route.name, method))
    body = {**everything, **(needed or {})}
    if route.name in {"api-games", "new_game", "import"}:  # they would name a deck
        body = {name: value for name, value in body.items() if name not in {"deck", "deal"}}
    if route.name == "api-me" and method == "patch":
        body |= dict.fromkeys(("contrast", "motion"), "system")
        body |= {"index": "large", "deck": "four-colour"}
    if route.name == "api-game-moves":
        del body["moves"]
    if route.name == "api-tokens":
        body |= {"name": "x", "scope": "read", "days": 1}
    before = snapshot()
    if route.path.startswith("api/"):
        answer: Any = getattr(program, method)(address, body)
    else:
        media = "application/x-www-form-urlencoded"
        answer = browser.generic("POST", address, urlencode(body, doseq=True), content_type=media)
    after = snapshot()
    assert answer.status_code < 500
    if needed is not None:
        assert answer.status_code < 400, answer.content
    assert changes(before, after) <= MAY_CHANGE.get((route.name, method), set())
    hold_new_rows(before, after, everything)


def hold_new_rows(
    before: dict[Row, Any], after: dict[Row, Any], everything: dict[str, Any]
) -> None:
    """Assert that nothing new is more than what such a row is at first."""
    new = {key: value for key, value in after.items() if key not in before}
    for (model, pk, name), value in new.items():
        assert pk != 999, model
        if name in {"is_staff", "is_superuser", "is_pooled", "is_public"}:
            assert value is False, f"{model}.{name}"
        if name in {"player_id", "user_id"}:
            assert value != everything["player_id"], f"{model}.{name}"
        if name in {"seed", "verdict", "status", "history", "commitment", "password", "digest"}:
            assert value != everything[name], f"{model}.{name}"
        assert not isinstance(value, datetime) or value.year != 2001, f"{model}.{name}"


def test_a_field_too_many_would_be_noticed(ann: User, casual: Game) -> None:
    before = snapshot()
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    Deal.objects.filter(pk=casual.deal_id).update(verdict="lost")
    assert changes(before, snapshot()) == {"User.is_staff", "Deal.verdict"}

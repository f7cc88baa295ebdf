"""The cast and the stage of all tests: Ann and Bob, nobody, a clock, decks with a known end."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.tokens import token_create
from agnes_site.tests.contract import ContractClient
from games.services import certification
from games.services.casual import casual_start
from games.services.dailies import daily_open

if TYPE_CHECKING:
    from pytest_django import Settings

    from games.models import Contest, Game

PASSWORD = "correct horse battery"  # noqa: S105  (it opens nothing)
PLAIN_FILES = "django.contrib.staticfiles.storage.StaticFilesStorage"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
JOINED = datetime(2026, 11, 1, 8, 0, tzinfo=UTC)
VECTORS = Path(__file__).parent / "games" / "tests" / "vectors"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite is a file, as in life: threads cannot wait for each other on one in memory."""
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(file)


@pytest.fixture(autouse=True)
def _quick(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords cost nothing, files need no collecting, no test pays for another's requests.

    Jobs are noted down, and nobody does them unless a test does. Searches may take their time.
    """
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": PLAIN_FILES}}
    settings.TASKS = {
        "default": {"BACKEND": "django_tasks.backends.dummy.DummyBackend", "QUEUES": []}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    caches["process"].clear()
    monkeypatch.setattr(certification, "PATIENCE_SECONDS", 600)


@pytest.fixture(autouse=True)
def _drawn_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is dealt the same cards in every run: a failure by chance tells nobody why."""
    chance = Random(request.node.nodeid)  # noqa: S311  (these seeds are for nobody to guess)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))


@dataclass
class Clock:
    """The time as the service sees it; it stands still until it is moved."""

    now: datetime

    def move(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Noon of Monday, 30 November 2026, in UTC."""
    clock = Clock(NOON)
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@dataclass(frozen=True)
class SolvedDeal:
    """A deck of the vectors with a line that wins it."""

    deck: str
    line: list[str]


@pytest.fixture(scope="session")
def solved() -> list[SolvedDeal]:
    rows: list[dict[str, Any]] = json.loads((VECTORS / "deals.json").read_text())
    return [SolvedDeal(r["deck"], r["line"].split()) for r in rows if r["verdict"] == "won"]


@pytest.fixture
def api() -> APIClient:
    """Somebody not signed in; every answer is held to the schema."""
    return ContractClient()


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", "ann@example.org", PASSWORD, date_joined=JOINED)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", "", PASSWORD, date_joined=JOINED)


def client_of(player: User) -> APIClient:
    """A program with a token of the player's."""
    _, secret = token_create(player=player, name="test")
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def as_ann(ann: User) -> APIClient:
    return client_of(ann)


@pytest.fixture
def as_bob(bob: User) -> APIClient:
    return client_of(bob)


@pytest.fixture
def daily(db: None, clock: Clock) -> Contest:
    """The daily of the clock's day, on a fresh deal."""
    return daily_open(day=clock.now.date(), now=clock.now)


@pytest.fixture
def casual(ann: User, clock: Clock) -> Game:
    """A casual game of Ann's on a fresh deal, not yet begun."""
    return casual_start(player=ann, now=clock.now)

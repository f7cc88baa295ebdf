"""A commit whose wait for a synchronous standby was cancelled is no success."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.db import InternalError, OperationalError, connections
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.tests.asserting import problem_of
from agnes_site.postgresql import base
from agnes_site.postgresql.base import DatabaseWrapper, OutcomeUnknown
from agnes_site.tests.outage import database_down

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User

GAMES = "/api/v1/games"
CANCELLED = SimpleNamespace(source_function="SyncRepWaitForLSN")
OTHER = SimpleNamespace(source_function="DropErrorMsgNonExistent")


def wrapper() -> Any:
    made: Any = DatabaseWrapper({"ENGINE": base.ENGINE, "NAME": "agnes", "OPTIONS": {}})
    made.queries_log.clear()
    made.connection = SimpleNamespace(commit=lambda: None)
    return made


def test_a_cancelled_wait_is_told_once_and_other_notices_are_none() -> None:
    database = wrapper()
    database.notice(OTHER)
    database._commit()
    database.notice(CANCELLED)
    with pytest.raises(OutcomeUnknown):
        database._commit()
    database._commit()


def test_a_statement_that_commits_by_itself_tells_it_too() -> None:
    database = wrapper()

    def execute(*words: object) -> str:
        database.notice(CANCELLED)
        return "UPDATE 1"

    (around,) = database.execute_wrappers
    with pytest.raises(OutcomeUnknown):
        around(execute, "UPDATE", (), False, {})
    assert around(lambda *words: "UPDATE 1", "UPDATE", (), False, {}) == "UPDATE 1"


def test_an_unknown_outcome_is_answered_503(ann: User, as_ann: APIClient) -> None:
    with database_down(OutcomeUnknown):
        answer = as_ann.post(GAMES, {})
    problem_of(answer, 503, "outcome_unknown")
    assert answer["Retry-After"] == "2"


@pytest.mark.parametrize("error", [RedisConnectionError, OperationalError])
def test_what_the_service_depends_on_may_be_down(
    ann: User, as_ann: APIClient, error: type[Exception]
) -> None:
    with database_down(error):
        problem_of(as_ann.post(GAMES, {}), 503, "unavailable")


@pytest.mark.parametrize(
    ("cause", "status", "code"),
    [
        (psycopg.errors.ReadOnlySqlTransaction, 503, "unavailable"),
        (psycopg.errors.IdleInTransactionSessionTimeout, 503, "unavailable"),
        (psycopg.errors.InFailedSqlTransaction, 500, "internal_error"),
    ],
)
def test_a_database_that_became_a_standby_is_no_fault_of_the_program(
    ann: User, as_ann: APIClient, cause: type[psycopg.Error], status: int, code: str
) -> None:
    def refuse(*words: object) -> None:
        raise InternalError from cause()

    from django.db import connection

    with connection.execute_wrapper(refuse):
        problem_of(as_ann.get("/api/v1/me"), status, code)


def test_a_process_that_answers_requests_bounds_its_statements_and_its_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    databases: dict[str, Any] = {
        "default": {"ENGINE": base.ENGINE, "OPTIONS": {"options": "-c lock_timeout=2s"}},
        "other": {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {}},
    }
    watched = Event()
    monkeypatch.setattr(base, "connections", SimpleNamespace(settings=databases))
    monkeypatch.setattr(base._watch, "patrol", watched.set)
    base.requests_limit()
    assert watched.wait(10)
    options = databases["default"]["OPTIONS"]["options"]
    assert options == "-c lock_timeout=2s -c statement_timeout=3s"
    assert databases["other"]["OPTIONS"] == {}


def test_the_tests_themselves_wait_as_long_as_they_must() -> None:
    # Whatever imports `agnes_site.wsgi` bounds its process: to drop a database takes longer.
    assert "statement_timeout" not in str(connections.settings["default"])

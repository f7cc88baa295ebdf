"""`/healthz`, `/readyz`, `/metrics`."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from agnes_site.tests.outage import database_down


def test_the_process_says_it_is_up_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_it_is_ready_with_a_database_that_has_every_migration(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_it_is_not_ready_while_a_migration_is_missing(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="games").latest("id").delete()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "migrations are missing")
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.django_db
def test_it_is_not_ready_while_the_database_is_down(client: Client, error: type[Exception]) -> None:
    with database_down(error):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (503, "the database does not answer")
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.django_db
def test_answers_are_counted_by_route_and_not_by_path(client: Client) -> None:
    for path in ("/healthz", "/nowhere-in-particular"):
        client.get(path)
    client.generic("BREW", "/healthz")
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain")
    text = answer.content.decode()
    assert 'agnes_requests_total{method="GET",route="healthz",status="200"}' in text
    assert 'agnes_requests_total{method="other",route="healthz",status="405"}' in text
    assert 'agnes_requests_total{method="GET",route="none",status="404"}' in text
    assert 'agnes_request_seconds_count{route="healthz"}' in text
    assert "nowhere-in-particular" not in text


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/problems"])
def test_they_are_there_to_read_only(path: str) -> None:
    program = Client(enforce_csrf_checks=True)
    for method in ("POST", "PUT", "DELETE"):
        assert program.generic(method, path).status_code == 405

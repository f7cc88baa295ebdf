"""Threads and connections: the sum is told before anybody has to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.checks import run_checks
from django.db import connection

from agnes_site.capacity import connections_needed

if TYPE_CHECKING:
    from pytest_django import Settings


def test_every_thread_has_a_connection_and_a_restart_fits_in() -> None:
    assert connections_needed(nodes=1, workers=2, threads=8) == 2 * 8 + 8 + 2 + 5
    assert connections_needed(nodes=3, workers=2, threads=8) == 3 * (2 * 8 + 8 + 2) + 5


@pytest.mark.parametrize(("nodes", "is_too_much"), [(1, False), (1_000, True)])
@pytest.mark.django_db
def test_more_than_the_server_allows_is_warned_of(
    settings: Settings, nodes: int, is_too_much: bool
) -> None:
    settings.NODES, settings.WORKERS, settings.THREADS = nodes, 2, 8
    found = [message.id for message in run_checks(tags=["database"], databases=["default"])]
    assert ("agnes.W004" in found) is (is_too_much and connection.vendor == "postgresql")

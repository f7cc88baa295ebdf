"""What is counted, and what the database is asked at a scrape."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from accounts.services.signing import sign_in
from agnes_site.tests.outage import database_down
from games.engine import deck_of, opening
from games.selectors import monitoring
from games.services.searches import search

if TYPE_CHECKING:
    from django.test import Client
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Game


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def scraped(client: Client) -> dict[tuple[str, str], float]:
    """Every sample of a scrape, by its name and the value of its only or last label."""
    text = client.get("/metrics").content.decode()
    return {
        (sample.name, [*sample.labels.values(), ""][0]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_a_move_is_timed_by_what_became_of_it(as_ann: APIClient, casual: Game) -> None:
    name, url = "agnes_move_seconds_count", f"/api/v1/games/{casual.pk}/moves"
    outcomes = ("accepted", "stale", "bad_notation")
    before = [counted(name, outcome=outcome) for outcome in outcomes]
    for ply, move in ((0, "deal"), (7, "deal"), (1, "?")):
        as_ann.post(url, {"ply": ply, "move": move})
    as_ann.get(url)
    assert [counted(name, outcome=outcome) for outcome in outcomes] == [n + 1 for n in before]


def test_a_conflict_is_counted_by_its_code(as_ann: APIClient, casual: Game) -> None:
    before = counted("agnes_problems_total", code="stale")
    as_ann.post(f"/api/v1/games/{casual.pk}/moves", {"ply": 7, "move": "deal"})
    assert counted("agnes_problems_total", code="stale") == before + 1


@pytest.mark.django_db
def test_a_page_that_is_refused_is_counted_by_its_code(client: Client) -> None:
    before = counted("agnes_problems_total", code="not_found")
    client.get("/nowhere")
    assert counted("agnes_problems_total", code="not_found") == before + 1


def test_sign_ins_turned_away_are_counted_in_the_api_and_on_the_page(
    api: APIClient, client: Client, ann: User
) -> None:
    name = "agnes_sign_ins_refused_total"
    before = [counted(name, reason=reason) for reason in ("credentials", "attempts")]
    api.post("/api/v1/tokens", {"username": "ann", "password": "wrong"})
    for _ in range(10):
        client.post("/accounts/login/", {"login": "ann", "password": "wrong"})
    after = [counted(name, reason=reason) for reason in ("credentials", "attempts")]
    assert after == [before[0] + 10, before[1] + 1]


def test_who_signs_in_is_not_counted_as_turned_away(ann: User) -> None:
    before = counted("agnes_sign_ins_refused_total", reason="credentials")
    sign_in(address="192.0.2.1", username="ann", password="correct horse battery")
    assert counted("agnes_sign_ins_refused_total", reason="credentials") == before


def test_a_search_is_counted_with_its_nodes() -> None:
    before = counted("agnes_search_nodes_total")
    solution = search(opening(deck_of(bytes(32))), 1_000)
    assert counted("agnes_search_nodes_total") == before + solution.nodes
    assert counted("agnes_searches_total", verdict=solution.verdict) > 0


# -- Gauges


def test_games_are_told_by_their_state(client: Client, casual: Game) -> None:
    samples = scraped(client)
    assert samples["agnes_games", "playing"] == 1
    assert samples["agnes_games", "won"] == 0
    assert samples["agnes_database_up", ""] == 1


@pytest.mark.django_db
def test_waiting_jobs_are_told_with_the_age_of_the_oldest(client: Client, clock: Clock) -> None:
    for seconds in (90, 30):
        job = DBTaskResult.objects.create(
            args_kwargs={"args": [], "kwargs": {}},
            task_path="games.jobs.pool_fill",
            backend_name="default",
            run_after=timezone.now() - timedelta(seconds=seconds),
        )
        enqueued_at = clock.now - timedelta(seconds=seconds)
        DBTaskResult.objects.filter(pk=job.pk).update(enqueued_at=enqueued_at)
    samples = scraped(client)
    assert samples["agnes_jobs_waiting", "default"] == 2
    assert samples["agnes_jobs_oldest_seconds", "default"] == 90


@pytest.mark.django_db
def test_the_connections_of_postgresql_are_told_beside_what_it_allows(client: Client) -> None:
    samples = scraped(client)
    most = samples.get(("agnes_database_connections_most", ""), 0)
    used = sum(n for (name, _), n in samples.items() if name == "agnes_database_connections")
    assert 0 < used <= most if connection.vendor == "postgresql" else (used, most) == (0, 0)


def test_many_games_are_estimated_by_the_statistics_of_postgresql(
    casual: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monitoring, "COUNTED", 0)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
    expected = {"playing": 1, "won": 0, "lost": 0, "conceded": 0}
    assert monitoring.games_by_status() == expected


@pytest.mark.django_db
def test_without_a_database_the_counts_are_there_and_it_is_said_to_be_down(client: Client) -> None:
    with database_down():
        samples = scraped(client)
    assert samples["agnes_database_up", ""] == 0
    assert not [name for name, _ in samples if name == "agnes_games"]
    assert [name for name, _ in samples if name == "agnes_requests_total"]

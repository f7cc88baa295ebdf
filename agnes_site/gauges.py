"""What the database knows, asked when Prometheus asks: no request pays for it.

It is the same whichever process or machine is asked: take the maximum of several, never their sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily

from games.selectors.deals import pooled_deals
from games.selectors.monitoring import games_by_status, jobs_waiting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client import Metric

_CONNECTIONS = """
SELECT coalesce(state, 'starting'), count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' GROUP BY 1
"""
_MOST_CONNECTIONS = """
SELECT current_setting('max_connections')::int
     - current_setting('superuser_reserved_connections')::int
"""


class Gauges:
    """A collector for one scrape."""

    def collect(self) -> Iterable[Metric]:
        """All gauges; of a database that does not answer, only that it does not."""
        is_up = GaugeMetricFamily("agnes_database_up", "Whether the database answers.")
        try:
            found = [*_games(), *_jobs(), *_connections()]
        except (DatabaseError, InterfaceError):
            found = []
        is_up.add_metric([], bool(found))
        return [is_up, *found]


def gauged() -> bytes:
    """The gauges as Prometheus reads them."""
    fresh = CollectorRegistry()
    fresh.register(Gauges())
    return generate_latest(fresh)


def _games() -> Iterator[Metric]:
    games = GaugeMetricFamily("agnes_games", "Games by state.", labels=["status"])
    for status, number in games_by_status().items():
        games.add_metric([status], number)
    yield games
    pool = GaugeMetricFamily("agnes_pool_deals", "Certified deals kept ready.")
    pool.add_metric([], pooled_deals().count())
    yield pool


def _jobs() -> Iterator[Metric]:
    jobs = GaugeMetricFamily("agnes_jobs_waiting", "Jobs not taken yet.", labels=["queue"])
    age = GaugeMetricFamily(
        "agnes_jobs_oldest_seconds", "How long the oldest job has waited.", labels=["queue"]
    )
    waiting = jobs_waiting(timezone.now())
    for queue in sorted({*settings.TASKS["default"]["QUEUES"], *waiting}):
        number, seconds = waiting.get(queue, (0, 0))
        jobs.add_metric([queue], number)
        age.add_metric([queue], seconds)
    yield from (jobs, age)


def _connections() -> Iterator[Metric]:
    """Those of the whole PostgreSQL server; SQLite has none to run out of."""
    if connection.vendor != "postgresql":
        return
    used = GaugeMetricFamily(
        "agnes_database_connections", "Connections to the server.", labels=["state"]
    )
    most = GaugeMetricFamily("agnes_database_connections_most", "Connections that it allows.")
    with connection.cursor() as cursor:
        cursor.execute(_CONNECTIONS)
        for state, number in cursor.fetchall():
            used.add_metric([state], number)
        cursor.execute(_MOST_CONNECTIONS)
        most.add_metric([], cursor.fetchone()[0])
    yield from (used, most)

"""Do all threads of all machines find a connection? Part of every check of the database.

A thread that answers requests keeps one connection. A worker for jobs has two: one for its job, one
to keep house. The reserve is for migrations, backups, `psql` and a rolling restart, in which a
process and the one that replaces it run side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections

if TYPE_CHECKING:
    from collections.abc import Sequence

PER_JOB_WORKER, RESERVE = 2, 5
_ALLOWED = """
SELECT current_setting('max_connections')::int
     - current_setting('superuser_reserved_connections')::int
"""


def connections_needed(*, nodes: int, workers: int, threads: int) -> int:
    """How many connections this many machines may have open, each with one worker for jobs."""
    restarted = threads  # one process at a time
    return nodes * (workers * threads + restarted + PER_JOB_WORKER) + RESERVE


@register(Tags.database)
def enough_connections(*, databases: Sequence[str] | None, **kwargs: Any) -> list[CheckMessage]:
    """`agnes.W004` when PostgreSQL allows fewer connections than the settings may open."""
    sizes = {"nodes": settings.NODES, "workers": settings.WORKERS, "threads": settings.THREADS}
    needed = connections_needed(**sizes)
    return [
        Warning(
            f"{sizes} may open {needed} connections, and database {alias!r} allows {allowed}: "
            "under load some requests are answered 503.",
            hint="Raise max_connections, or lower AGNES_WORKERS or AGNES_THREADS.",
            id="agnes.W004",
        )
        for alias in databases or ()
        if connections[alias].vendor == "postgresql" and (allowed := _allowed(alias)) < needed
    ]


def _allowed(alias: str) -> int:
    with connections[alias].cursor() as cursor:
        cursor.execute(_ALLOWED)
        return int(cursor.fetchone()[0])

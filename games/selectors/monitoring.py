"""Figures of the whole service, for those who run it: cheap however many games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Count, Min
from django_tasks_db.models import DBTaskResult

from games.models import Game

if TYPE_CHECKING:
    from datetime import datetime

# Up to so many games are counted; of more, PostgreSQL's own statistics tell well enough.
COUNTED = 20_000
_ESTIMATE = """
SELECT status, round(share * reltuples)
FROM pg_class
JOIN pg_stats ON tablename = relname AND schemaname = relnamespace::regnamespace::text,
     unnest(most_common_vals::text::text[], most_common_freqs) AS common (status, share)
WHERE pg_class.oid = %s::regclass AND attname = 'status' AND reltuples > %s
"""


def games_by_status() -> dict[str, int]:
    """How many games there are of each status; from 20,000 games on PostgreSQL, nearly."""
    found = _estimated() if connection.vendor == "postgresql" else {}
    if not found:
        rows = Game.objects.order_by().values_list("status").annotate(Count("pk"))
        found = dict(rows)
    return {status: found.get(status, 0) for status in Game.Status.values}


def _estimated() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(_ESTIMATE, [Game._meta.db_table, COUNTED])
        return {status: int(number) for status, number in cursor.fetchall()}


def jobs_waiting(now: datetime) -> dict[str, tuple[int, float]]:
    """Each queue's jobs that nobody has taken: how many, and the seconds the oldest has waited."""
    waiting = DBTaskResult.objects.ready().order_by().values_list("queue_name")
    rows = waiting.annotate(Count("pk"), Min("enqueued_at"))
    return {queue: (number, (now - oldest).total_seconds()) for queue, number, oldest in rows}

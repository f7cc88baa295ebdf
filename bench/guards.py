"""What moves cost the database, by its own counters: steadier than any rate."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from psycopg import Connection

    from bench.cluster import Cluster

SETTINGS = {"shared_preload_libraries": "pg_stat_statements"}  # it cannot be loaded later
NAMES = ("statements", "fsyncs", "full_pages", "wal_bytes")

_SILENT = {"pg_stat_statements.track": "none"}
_COUNTED = {"pg_stat_statements.track": "all", "autovacuum": "off"}
_COUNTERS = """
SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements), wal_sync, wal_fpi, wal_bytes
FROM pg_stat_wal
"""
_GAMES = "SELECT count(*), pg_total_relation_size('games_game') FROM games_game"
_UPDATES = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'games_game'"


def silence(cluster: Cluster) -> None:
    """Let nothing be counted that costs time, until `counting`."""
    with cluster.connect() as connection:
        _set(connection, _SILENT)


@contextmanager
def counting(cluster: Cluster, found: dict[str, float]) -> Iterator[None]:
    """Put into `found` what the database counted from here to the end.

    Its processes hand their counts in when they end, at the latest: so servers that are to be
    counted begin and end inside.
    """
    with cluster.connect() as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        connection.execute("CHECKPOINT")
        _set(connection, _COUNTED)
        before = _row(connection, _COUNTERS)
        yield
        after = _row(connection, _COUNTERS)
        _set(connection, dict.fromkeys(_COUNTED))
    found.update(difference(before, after))


def difference(before: tuple[Any, ...], after: tuple[Any, ...]) -> dict[str, float]:
    """What each counter gained."""
    pairs = zip(NAMES, before, after, strict=True)
    return {name: float(then - was) for name, was, then in pairs}


def per_move(gained: Mapping[str, float], moves: int) -> dict[str, float]:
    """The same for one of so many moves."""
    return {name: value / moves for name, value in gained.items()}


def table(cluster: Cluster) -> dict[str, float]:
    """What the run left: the share of updates in place, and bytes a game with its indexes.

    `bytes_played` is what all games take as they were played, `bytes_finished` what the finished
    ones take without what their updates left behind. Deletes all others.
    """
    with cluster.connect() as connection:
        updates, in_place = _row(connection, _UPDATES)
        games, played = _row(connection, _GAMES)
        connection.execute("DELETE FROM games_game WHERE finished_at IS NULL")
        connection.execute("VACUUM FULL games_game")
        finished, compact = _row(connection, _GAMES)
    return {
        "updates": updates,
        "hot_share": in_place / max(1, updates),
        "bytes_played": played / max(1, games),
        "finished_games": finished,
        "bytes_finished": compact / max(1, finished),
    }


def _row(connection: Connection[Any], query: str) -> tuple[Any, ...]:
    row: tuple[Any, ...] = connection.execute(query.encode()).fetchone() or ()
    return row


def _set(connection: Connection[Any], settings: Mapping[str, str | None]) -> None:
    """Set for the whole cluster; None takes the setting back."""
    for name, value in settings.items():
        verb = "RESET" if value is None else "SET"
        ending = "" if value is None else f" = '{value}'"
        connection.execute(f"ALTER SYSTEM {verb} {name}{ending}".encode())
    connection.execute("SELECT pg_reload_conf(), pg_sleep(0.5)")

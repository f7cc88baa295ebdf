"""What PostgreSQL is told about tables that change with every move; SQLite knows no such thing."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection

SETTINGS = import_module("games.migrations.0004_room_to_grow").SETTINGS


def stored(table: str) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reloptions FROM pg_class WHERE relname = %s", [table])
        (options,) = cursor.fetchone()
    return dict(option.split("=") for option in options or [])


@pytest.mark.django_db
@pytest.mark.parametrize("table", SETTINGS)
def test_the_tables_of_play_have_room_to_grow_in_place(table: str) -> None:
    if connection.vendor == "postgresql":
        assert stored(table) == SETTINGS[table]
    else:
        assert table in connection.introspection.table_names()


@pytest.mark.django_db
def test_nothing_that_a_move_changes_is_in_an_index() -> None:
    """Else an update would write to the index, too, and not stay in its page."""
    moving = {"history", "pauses", "position", "ply", "undos", "acted_at"}
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, "games_game")
    indexed = {name for each in found.values() if each["index"] for name in each["columns"]}
    assert "player_id" in indexed
    assert not indexed & moving

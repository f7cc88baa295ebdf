"""Room in PostgreSQL's pages for rows that change often, and vacuuming that keeps pace.

A game's row grows with every move; with a quarter of each page kept free, nearly every update
finds room beside the old version (HOT), and no index is touched. Rows that many write are kept in
pages half empty. Vacuum follows the changes, not a fifth of a table of millions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HOT_ROWS = {
    "fillfactor": "50",
    "autovacuum_vacuum_scale_factor": "0",
    "autovacuum_vacuum_threshold": "1000",
}
SETTINGS = {
    "games_game": {
        "fillfactor": "75",
        "autovacuum_vacuum_scale_factor": "0.02",
        "autovacuum_vacuum_insert_scale_factor": "0.02",
        "autovacuum_analyze_scale_factor": "0.02",
    },
    "games_contest": HOT_ROWS,
    "games_tally": HOT_ROWS,
    "games_periodtally": HOT_ROWS,
}


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table, settings in SETTINGS.items():
            values = ", ".join(f"{name} = {value}" for name, value in settings.items())
            schema_editor.execute(f"ALTER TABLE {table} SET ({values})")


def unmake(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table, settings in SETTINGS.items():
            schema_editor.execute(f"ALTER TABLE {table} RESET ({', '.join(settings)})")


class Migration(migrations.Migration):
    dependencies = [("games", "0003_counts")]
    operations = [migrations.RunPython(make, unmake)]

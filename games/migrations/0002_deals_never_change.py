"""A deal's seed, deck and versions never change: the database itself says no.

Altering `Deal` later on SQLite makes the table anew, and a new migration must then make the
trigger anew; a test would tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIXED = "seed, deck, shuffle_version, rules_version"

MAKE = {
    "sqlite": [
        f"""CREATE TRIGGER deal_never_changes BEFORE UPDATE OF {FIXED} ON games_deal
        BEGIN SELECT RAISE(ABORT, 'the seed and the deck of a deal never change'); END"""
    ],
    "postgresql": [
        """CREATE FUNCTION deal_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'the seed and the deck of a deal never change'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$""",
        f"""CREATE TRIGGER deal_never_changes BEFORE UPDATE OF {FIXED} ON games_deal
        FOR EACH ROW EXECUTE FUNCTION deal_never_changes()""",
    ],
}
UNMAKE = {
    "sqlite": ["DROP TRIGGER deal_never_changes"],
    "postgresql": [
        "DROP TRIGGER deal_never_changes ON games_deal",
        "DROP FUNCTION deal_never_changes()",
    ],
}


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in MAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unmake(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNMAKE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(make, unmake)]

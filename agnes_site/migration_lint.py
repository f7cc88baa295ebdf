"""What a migration must not do while the version before it still serves (docs/operations.md).

A migration that does it all the same says why that is safe: `safe_because = "…"` in its class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations
from django.db.models import NOT_PROVIDED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.migrations.operations.base import Operation

_BREAKING = {
    migrations.RemoveField: "the version before still reads the column",
    migrations.DeleteModel: "the version before still reads the table",
    migrations.RenameField: "the version before knows the old name",
    migrations.RenameModel: "the version before knows the old name",
    migrations.AlterModelTable: "the version before knows the old name",
    migrations.AlterField: "it may write the whole table anew, or refuse what is written now",
    migrations.RunSQL: "nobody can tell what it locks",
    migrations.RunPython: "nobody can tell how long its transaction takes",
}


def unsafe(migration: migrations.Migration) -> list[str]:
    """What is wrong with a migration, an entry for each operation; nothing if it says why not."""
    if getattr(migration, "safe_because", ""):
        return []
    new = {
        operation.name_lower
        for operation in migration.operations
        if isinstance(operation, migrations.CreateModel)
    }
    return [
        f"{operation.describe()}: {why}"
        for operation in migration.operations
        for why in _complaints(operation, new)
    ]


def _complaints(operation: Operation, new: set[str]) -> Iterator[str]:
    for kind, why in _BREAKING.items():
        if isinstance(operation, kind):
            yield why
    if getattr(operation, "model_name", "").lower() in new:
        return
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if not (field.null or field.many_to_many) and field.db_default is NOT_PROVIDED:
            yield "the version before writes no value: give the column a db_default"
    if isinstance(operation, migrations.AddIndex) and not isinstance(
        operation, AddIndexConcurrently
    ):
        yield "nobody can write meanwhile: use AddIndexOnline"
    if isinstance(operation, migrations.AddConstraint):
        yield "every row is read under a lock: add it NOT VALID, then validate it"

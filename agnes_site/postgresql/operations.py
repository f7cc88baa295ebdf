"""Operations of migrations that let others write meanwhile."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres import operations
from django.db import migrations


class AddIndexOnline(operations.AddIndexConcurrently):
    """Adds an index without keeping writers out; its migration is `atomic = False`.

    On SQLite, which knows no such thing, it is added as any other.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, *states)
        else:
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, *states)

    def database_backwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, *states)
        else:
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, *states)

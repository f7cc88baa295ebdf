"""New migrations do nothing that the version before them could not live with."""

from __future__ import annotations

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from agnes_site.migration_lint import unsafe
from agnes_site.postgresql.operations import AddIndexOnline

# These are of before the first release: nobody serves while they run.
BEFORE = {"accounts": "0004", "games": "0006"}
INDEX = models.Index(fields=["name"], name="things_by_name")
CHECK = models.CheckConstraint(name="named", condition=~models.Q(name=""))
NAME = models.TextField()
ID = ("id", models.BigAutoField(primary_key=True))


def migration(*operations: migrations.operations.base.Operation) -> migrations.Migration:
    kind = type("Migration", (migrations.Migration,), {"operations": list(operations)})
    made: migrations.Migration = kind("0001_test", "games")
    return made


@pytest.mark.django_db
def test_no_migration_since_the_first_release_is_unsafe() -> None:
    found = {
        name: unsafe(found)
        for (app, name), found in MigrationLoader(connection).disk_migrations.items()
        if app in BEFORE and name[:4] > BEFORE[app]
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("thing", "name"),
        migrations.DeleteModel("Thing"),
        migrations.RenameField("thing", "name", "title"),
        migrations.RenameModel("Thing", "Item"),
        migrations.AlterField("thing", "name", NAME),
        migrations.AddField("thing", "name", models.TextField(default="")),
        migrations.AddIndex("thing", INDEX),
        migrations.AddConstraint("thing", CHECK),
        migrations.RunSQL("SELECT 1"),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_the_version_before_cannot_live_with_is_refused_unless_explained(
    operation: migrations.operations.base.Operation,
) -> None:
    made = migration(operation)
    assert len(unsafe(made)) == 1
    made.safe_because = "nobody reads it"  # type: ignore[attr-defined]  # it is ours
    assert unsafe(made) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("thing", "name", models.TextField(null=True)),
        migrations.AddField("thing", "name", models.TextField(db_default="")),
        AddIndexOnline("thing", INDEX),
    ],
)
def test_what_only_adds_is_taken(operation: migrations.operations.base.Operation) -> None:
    assert unsafe(migration(operation)) == []


def test_a_new_table_may_have_whatever_it_wants() -> None:
    new = migrations.CreateModel("Thing", [ID, ("name", NAME)])
    rest = [migrations.AddIndex("thing", INDEX), migrations.AddConstraint("thing", CHECK)]
    assert unsafe(migration(new, *rest)) == []


@pytest.mark.django_db(transaction=True)
def test_an_index_is_added_online_and_taken_away_again() -> None:
    new = migrations.CreateModel("Thing", [ID, ("name", NAME)])
    before = ProjectState()
    new.state_forwards("games", before)
    online, after = AddIndexOnline("thing", INDEX), before.clone()
    online.state_forwards("games", after)
    with connection.schema_editor() as editor:
        new.database_forwards("games", editor, ProjectState(), before)
    try:
        with connection.schema_editor(atomic=False) as editor:
            online.database_forwards("games", editor, before, after)
        assert INDEX.name in _indexes()
        with connection.schema_editor(atomic=False) as editor:
            online.database_backwards("games", editor, after, before)
        assert INDEX.name not in _indexes()
    finally:
        with connection.schema_editor() as editor:
            new.database_backwards("games", editor, before, ProjectState())


def _indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "games_thing"))

"""Counts that boards read instead of counting: players of a contest, figures of a period."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import migrations, models

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VISIBLE = "player_id IN (SELECT id FROM accounts_user WHERE NOT is_hidden)"

COUNT = [  # no value of a user's is in these texts
    f"""UPDATE games_contest SET players = (
        SELECT count(*) FROM games_game WHERE contest_id = games_contest.id AND {VISIBLE})""",  # noqa: S608
    f"""INSERT INTO games_periodtally (period, wins, moves, players)
        SELECT period, wins, moves, count(*) FROM games_standing
        WHERE wins > 0 AND {VISIBLE} GROUP BY period, wins, moves""",  # noqa: S608
    """INSERT INTO games_periodtally (period, wins, moves, players)
        SELECT period, wins, 0, sum(players) FROM games_periodtally GROUP BY period, wins""",
]


def count(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in COUNT:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_deals_never_change"), ("accounts", "0001_initial")]
    operations = [
        migrations.AddField(
            model_name="contest",
            name="players",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="PeriodTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("period", models.CharField(max_length=8)),
                ("wins", models.PositiveIntegerField()),
                ("moves", models.PositiveIntegerField()),
                ("players", models.IntegerField(default=0)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("moves", 0)),
                        fields=["period", "wins"],
                        name="wins_of_a_period",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("period", "wins", "moves"), name="one_period_tally_per_figures"
                    )
                ],
            },
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]

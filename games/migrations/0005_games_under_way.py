"""A player's few games under way, found without passing over all that are finished."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_room_to_grow")]
    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["player", "-id"],
                condition=models.Q(("status", "playing")),
                name="games_under_way",
            ),
        ),
    ]

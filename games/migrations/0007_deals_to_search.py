"""What is left to search for, found without passing over all deals."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q

from agnes_site.postgresql.operations import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0006_flags")]
    operations = [
        AddIndexOnline(
            model_name="deal",
            index=models.Index(
                fields=["id"], name="deals_undecided", condition=Q(verdict="unknown")
            ),
        ),
        AddIndexOnline(
            model_name="deal",
            index=models.Index(
                fields=["id"],
                name="deals_unrated",
                condition=(Q(blind_tries=None) | Q(par_moves=None)) & Q(verdict="won"),
            ),
        ),
    ]

"""Prepare the dailies of the next 48 hours; run it once an hour, or never: then the first request
of a day makes that day's."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.dailies import dailies_prepare


class Command(BaseCommand):
    help = "Prepare the dailies that open within the next 48 hours."

    def handle(self, *args: Any, **options: Any) -> None:
        for contest in dailies_prepare(now=timezone.now()):
            self.stdout.write(f"prepared the {contest}, commitment {contest.commitment}")

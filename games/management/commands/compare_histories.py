"""Flag equal histories of settled contests for a moderator; workers do it by themselves, too."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.flags import histories_compare


class Command(BaseCommand):
    help = "Flag the wins of settled contests that have one and the same history."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"flagged {histories_compare(now=timezone.now())} histories")

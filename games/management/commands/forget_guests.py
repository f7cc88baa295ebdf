"""Delete guests who never played, and those who cannot come back; run it once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services.guests import guests_forget


class Command(BaseCommand):
    help = "Delete guests who never acted in a game, and guests whose session has ended."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"forgot {guests_forget(now=timezone.now())} guests")

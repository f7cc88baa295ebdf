"""Count players, tallies and standings anew from the games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.recounts import boards_recount


class Command(BaseCommand):
    help = (
        "Count the players of every contest, its tally, and the boards of periods anew from the "
        "games. For what verify_games names; nobody may play meanwhile."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        boards_recount()
        self.stdout.write("Counted.")

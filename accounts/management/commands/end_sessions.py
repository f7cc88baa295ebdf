"""End the sessions of one player, or of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.services.sessions import all_sessions_end, sessions_end

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Sign a player out everywhere, or everybody. API tokens go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("player", nargs="?", help="name of the player")
        who.add_argument("--all", action="store_true", help="of all who have an account")
        who.add_argument(
            "--guests", action="store_true", help="of guests as well, who cannot come back"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["player"] is None:
            ended = all_sessions_end(guests=options["guests"])
        else:
            player = User.objects.filter(username__iexact=options["player"]).first()
            if player is None:
                raise CommandError("There is no player of that name.")
            ended = sessions_end(player=player)
        self.stdout.write(f"{ended} ended.")

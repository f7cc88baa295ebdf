"""Fill the boards for a look around: demo players, the past days and their results."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from tqdm import tqdm

from games.management.arguments import between
from games.services.demo import NAMES, demo_day_play, demo_days, demo_players


class Command(BaseCommand):
    help = (
        "Make demo players with the results of today's daily and of those before it. Running it "
        "again adds the days that are missing. For a look around: on a public service its results "
        "stand among those of real players."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=between(1, len(NAMES)), default=24, metavar="N")
        parser.add_argument("--days", type=between(0, 365), default=14, metavar="N")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all choices")
        parser.add_argument("--password", help="of all demo players; without it none can sign in")

    def handle(self, *args: Any, **options: Any) -> None:
        now, seed = timezone.now(), options["seed"]
        missing = demo_days(days=options["days"], now=now)
        if not missing:
            self.stdout.write("The demo is there already.")
            return
        regulars = demo_players(
            number=options["players"],
            seed=seed,
            joined=now - timedelta(days=options["days"] + 1),
            password=options["password"],
        )
        for day in tqdm(missing, "days", leave=False, disable=not sys.stderr.isatty()):
            demo_day_play(day=day, regulars=regulars, seed=seed, now=now)
        self.stdout.write(f"{len(regulars)} demo players have played {len(missing)} days.")

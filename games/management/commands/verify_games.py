"""Replay histories and recount results; exit 1 with the name of whatever differs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from datetime import timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from games.models import Contest, Deal, Game
from games.selectors import audit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

RECENT = timedelta(days=3)
_CHUNK = 200


class Command(BaseCommand):
    help = (
        "Replay every game of the last three days (--all: every game) and recount the boards. "
        "Exits 1 naming what differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="every deal, contest and game")

    def handle(self, *args: Any, **options: Any) -> None:
        deals = Deal.objects.all()
        contests = Contest.objects.select_related("deal")
        games = Game.objects.select_related("deal", "contest")
        if not options["all"]:
            since = timezone.now() - RECENT
            deals = deals.filter(created_at__gte=since)
            contests = contests.filter(settles_at__gte=since)
            games = games.filter(acted_at__gte=since)
        found = 0
        for difference in chain(
            self._each("deals", deals, audit.deal_differences),
            self._each("contests", contests, audit.contest_differences),
            self._each("games", games, audit.game_differences),
            audit.standing_differences(),
            audit.period_tally_differences(),
        ):
            found += 1
            self.stderr.write(difference)
        if found:
            raise CommandError(f"{found} differences")
        self.stdout.write(f"verified: {games.count()} games, {contests.count()} contests")

    def _each(self, name: str, rows: QuerySet[Any], differences: Any) -> Iterator[str]:
        quiet = not sys.stderr.isatty()
        for row in tqdm(rows.iterator(_CHUNK), name, rows.count(), leave=False, disable=quiet):
            yield from differences(row)

"""Decide and rate the deals that nobody has searched yet, such as decks that players brought."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.management.arguments import between
from games.services.certification import BUDGET
from games.services.difficulty import deals_rate


class Command(BaseCommand):
    help = (
        "Decide whether deals can be won, play them blindly and look for their shortest line; "
        "those that lack it, and nothing twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=between(1, 10**9), metavar="N", help="deals at most")
        parser.add_argument(
            "--budget",
            type=between(1, 10**9),
            default=BUDGET,
            metavar="NODES",
            help="for each decision; a larger one also tries again what is still undecided",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        rated = deals_rate(limit=options["limit"], budget=options["budget"])
        quiet = not sys.stderr.isatty()
        done = sum(1 for _ in tqdm(rated, "deals", options["limit"], leave=False, disable=quiet))
        self.stdout.write(f"{done} deals looked at")

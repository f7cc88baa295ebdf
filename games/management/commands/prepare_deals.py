"""Fill the pool of certified deals; run it now and then, so that new games never wait."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from tqdm import tqdm

from games.management.arguments import between
from games.selectors.deals import pooled_deals
from games.services.certification import pool_fill


class Command(BaseCommand):
    help = "Find deals that are proven winnable until the pool for new games holds N of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pool", type=between(0, 10_000), default=100, metavar="N")
        parser.add_argument(
            "--jobs",
            type=between(1, 256),
            default=os.cpu_count() or 1,
            metavar="N",
            help="processes to search with; one for each core unless said otherwise",
        )
        parser.add_argument(
            "--rate", action="store_true", help="then do what solve_deals does: seconds a deal"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        size = options["pool"]
        missing = max(0, size - pooled_deals().count())
        found = pool_fill(size=size, jobs=min(options["jobs"], max(1, missing)))
        for _ in tqdm(found, "deals", missing, leave=False, disable=not sys.stderr.isatty()):
            pass
        self.stdout.write(f"{missing} deals added, {pooled_deals().count()} in the pool")
        if options["rate"]:
            call_command("solve_deals", stdout=self.stdout)

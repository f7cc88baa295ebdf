"""Decide many random deals, and say what share of them can be won."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.jobs import CENSUS_QUEUE, census_by_queue
from games.management.arguments import between
from games.services.census import CensusFile, census_rows, open_indexes
from games.services.census_figures import histogram_svg, histogram_text, summary

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from games.services.census import Row


class Command(BaseCommand):
    help = (
        "Decide N random deals and print the share that can be won. Rows go to a CSV file as they "
        "are found; run again, it goes on where it stopped, and with a larger budget it tries the "
        "undecided deals once more."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deals", type=between(1, 10**9), required=True, metavar="N")
        parser.add_argument("--seed", type=between(0, 10**18), required=True, metavar="S")
        parser.add_argument(
            "--jobs", type=between(1, 256), default=1, metavar="N", help="processes"
        )
        parser.add_argument(
            "--budget",
            type=between(1, 10**12),
            default=20_000_000,
            metavar="N",
            help="nodes a deal; each takes up to 72 bytes of memory",
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help="default: census-S.csv")
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the histogram of nodes")
        parser.add_argument(
            "--queue",
            action="store_true",
            help=f"leave it to workers, on any machine: manage.py work --queue {CENSUS_QUEUE}",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        deals, seed = options["deals"], options["seed"]
        try:
            with CensusFile(options["out"] or Path(f"census-{seed}.csv"), seed) as file:
                self._decide(file, options)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        rows = [row for row in file.rows.values() if row.deal < deals]
        for line in (*summary(rows), *histogram_text(rows)):
            self.stdout.write(line)
        if options["svg"]:
            title = f"Nodes searched to decide {len(rows):,} random deals"
            options["svg"].write_text(histogram_svg(rows, title), "utf-8")

    def _decide(self, file: CensusFile, options: dict[str, Any]) -> None:
        wanted = {name: options[name] for name in ("seed", "budget")}
        missing = open_indexes(file.rows.values(), deals=options["deals"], budget=options["budget"])
        rows = _rows(missing, wanted, None if options["queue"] else options["jobs"])
        bar = tqdm(
            rows,
            "deals",
            options["deals"],
            initial=options["deals"] - len(missing),
            leave=False,
            disable=not sys.stderr.isatty(),
        )
        with closing(rows):
            for row in bar:
                file.add(row)


def _rows(
    indexes: Sequence[int], wanted: dict[str, int], jobs: int | None
) -> Generator[Row, None, None]:
    if jobs is None:
        return census_by_queue(indexes=indexes, **wanted)
    return census_rows(indexes, jobs=jobs, **wanted)

"""Check a game's record and all that it claims; needs no database."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.__main__ import EXIT_STATUS, add_record_arguments, verify
from games.engine.verify import Outcome, conclusion, report, verdict


class Command(BaseCommand):
    help = (
        "Verify the record of a game, like python -m games.engine verify: "
        "exits 0 if it is true, 1 if it is not, 3 if something is missing to tell."
    )
    requires_system_checks = []  # noqa: RUF012  (Django's own form)

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_record_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        checks = verify(Namespace(**options))
        outcome = verdict(checks)
        self.stdout.write(report(checks))
        if outcome is not Outcome.PASSED:
            raise CommandError(conclusion(checks), returncode=EXIT_STATUS[outcome])

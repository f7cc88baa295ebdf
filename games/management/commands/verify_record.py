"""Replay a game's record and compare it with what its headers claim; needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, FileType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import IllegalMove, InvalidNotation
from games.engine.scoresheet import ScoreSheet


class Command(BaseCommand):
    help = "Verify the record of a game (a file, or - for standard input)."
    requires_system_checks = []  # noqa: RUF012  (Django's own form)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=FileType("r", encoding="utf-8"), default=sys.stdin)

    def handle(self, *args: Any, **options: Any) -> None:
        with options["file"] as file:
            try:
                sheet = ScoreSheet.parse(file.read())
                wrong = sheet.differences()
                attempt = sheet.replay()
            except (InvalidNotation, IllegalMove) as error:
                raise CommandError(f"does not replay: {error}") from error
            except UnicodeDecodeError as error:
                raise CommandError(f"is no text: {error}") from error
        if wrong:
            raise CommandError("; ".join(wrong))
        proof = ", seed and deck agree" if "Seed" in sheet.headers else ""
        self.stdout.write(f"verified: {attempt.status} in {attempt.ply} actions{proof}")

"""Seal the secrets of second factors with the present SECRET_KEY."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.second_factor import second_factors_seal


class Command(BaseCommand):
    help = (
        "Seal the secrets of second factors anew, with the present SECRET_KEY. After that a key of "
        "before may leave SECRET_KEY_FALLBACKS. It may run at any time and any number of times."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        sealed, lost = second_factors_seal()
        self.stdout.write(f"{sealed} sealed.")
        if lost:
            raise CommandError(f"No key opens what these players have: {', '.join(lost)}.")

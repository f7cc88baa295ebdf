"""Compile the translations without GNU gettext."""

from __future__ import annotations

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile every locale/*/LC_MESSAGES/django.po to .mo."

    def handle(self, *args: Any, **options: Any) -> None:
        for root in settings.LOCALE_PATHS:
            for source in sorted(root.glob("*/LC_MESSAGES/*.po")):
                polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))

"""`compile_catalogues` makes what gettext reads out of what people write."""

from __future__ import annotations

import gettext
from typing import TYPE_CHECKING

from django.core.management import call_command

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings


def test_every_catalogue_is_compiled_beside_its_source(settings: Settings, tmp_path: Path) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text('msgid "Closed"\nmsgstr "Cerrado"\n', "utf-8")
    call_command("compile_catalogues")
    assert gettext.translation("django", tmp_path, ["es"]).gettext("Closed") == "Cerrado"

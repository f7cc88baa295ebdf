"""The modules as they are served: under hashed names, importing one another by those names."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from agnes_site.static_files import HashedStorage
from games.tests.pages.reading import html

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game

STATIC = Path(__file__).parents[2] / "static"
PRELOADS = STATIC.parent / "templates" / "games" / "_modules.html"
IMPORT = re.compile(r"""from "\./([^"]+)";""")
MOST_REQUESTS = 15
MOST_BYTES = 150_000


def preloaded() -> list[str]:
    return re.findall(r"games/(\w+\.js)", PRELOADS.read_text())


def processed(location: Path) -> HashedStorage:
    """The storage at a location, everything collected and hashed there."""
    storage = HashedStorage(location=location, base_url="/static/")
    names = [str(file.relative_to(STATIC)) for file in (STATIC / "games").iterdir()]
    shutil.copytree(STATIC, location, dirs_exist_ok=True)
    outcomes = storage.post_process({name: (storage, name) for name in names})
    assert [outcome for *_, outcome in outcomes if isinstance(outcome, Exception)] == []
    return storage


def test_every_module_imports_the_others_by_their_hashed_names(tmp_path: Path) -> None:
    storage = processed(tmp_path)
    play = tmp_path / storage.stored_name("games/play.js")
    waiting, seen = [play], set()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        imports = [module.parent / name for name in IMPORT.findall(module.read_text())]
        waiting += [file for file in imports if file not in seen]
    assert len(seen) == len(preloaded()) + 1
    assert all(re.search(r"\.[0-9a-f]{12}\.js$", module.name) for module in seen)


def test_the_board_asks_for_all_its_modules_at_once() -> None:
    waiting = ["play.js"]
    imported: set[str] = set()
    while waiting:
        imports = set(IMPORT.findall((STATIC / "games" / waiting.pop()).read_text()))
        waiting += imports - imported
        imported |= imports
    assert preloaded() == sorted(imported)


def test_the_sheets_of_the_board_are_served_as_one(tmp_path: Path) -> None:
    storage = processed(tmp_path)
    served = (tmp_path / storage.stored_name("games/play.css")).read_text()
    assert "@import" not in served
    for name in ("tokens", "site", "forms", "board", "cards"):
        assert (STATIC / "games" / f"{name}.css").read_text() in served


def test_a_first_visit_to_the_board_is_light(
    ann_looks: Client, casual: Game, tmp_path: Path
) -> None:
    storage = processed(tmp_path)
    page = html(ann_looks, f"/games/{casual.pk}")
    names = set(re.findall(r'"/static/(games/[^"]+)"', page))
    assert {"games/play.css", "games/play.js", "games/suits.svg"} < names
    files = [(tmp_path / storage.stored_name(name)).read_bytes() for name in names]
    assert 1 + len(files) <= MOST_REQUESTS
    assert sum(len(gzip.compress(file)) for file in [page.encode(), *files]) <= MOST_BYTES

"""Static files under hashed names, so that they may be cached for ever."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

_IMPORT = re.compile(r'@import "\./([\w-]+\.css)";\n')

# Where the source of each static file is: a storage, and the path in it.
Sources = dict[str, tuple[Any, str]]


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """Hashes what ES modules import as well (`import "./board.js"`), and joins style sheets.

    A sheet that imports its neighbours (`@import "./cards.css";`) is served with their rules in
    place of the imports: one request instead of one for each.
    """

    support_js_module_import_aggregation = True
    # One pass for each step of the longest chain of imports, and one that finds nothing to do.
    max_post_process_passes = 20

    def post_process(self, paths: Sources, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """As Django's; what is joined is written over the copy that was collected."""
        joined = {} if dry_run else _joined(paths)
        for name, sheet in joined.items():
            Path(self.path(name)).write_text(sheet)
        yield from super().post_process(
            paths | {name: (self, name) for name in joined}, dry_run, **options
        )


def _joined(sources: Sources) -> dict[str, str]:
    """Return the sheets that import others, by name, with the rules of those in place."""
    sheets = {name: _read(sources, name) for name in sources if name.endswith(".css")}
    return {name: _join(name, sheets) for name in sheets if _IMPORT.search(sheets[name])}


def _join(name: str, sheets: dict[str, str]) -> str:
    folder = PurePosixPath(name).parent
    return _IMPORT.sub(lambda found: sheets[str(folder / found[1])], sheets[name])


def _read(sources: Sources, name: str) -> str:
    storage, path = sources[name]
    with storage.open(path) as file:
        return str(file.read().decode())

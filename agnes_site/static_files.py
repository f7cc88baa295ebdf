"""Static files under hashed names, so that they may be cached for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """Hashes what ES modules import as well (`import "./board.js"`)."""

    support_js_module_import_aggregation = True

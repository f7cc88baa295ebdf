"""One at a time, where there is no row to lock."""

from __future__ import annotations

import hashlib

from django.db import connection

_KEY_BYTES = 8


def text_lock(text: str) -> None:
    """Until the transaction ends, everybody else who locks that text waits, in any process.

    So what is counted afterwards includes what those before have written. On SQLite a transaction
    that writes is alone anyway. Raises OperationalError after the `lock_timeout` of the settings.
    """
    if connection.vendor != "postgresql":
        return
    digest = hashlib.sha256(text.encode()).digest()
    key = int.from_bytes(digest[:_KEY_BYTES], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])

"""Without Redis the cache is a table."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection


@pytest.mark.django_db
def test_migrating_is_enough_to_have_a_cache() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS cache")
    call_command("migrate", verbosity=0)
    caches["default"].set("word", "kept")
    assert caches["default"].get("word") == "kept"

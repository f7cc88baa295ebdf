"""The table of whose code a move spends its time in."""

from __future__ import annotations

import collections
import json

import django.http
import pytest

import start
from bench.parts import part_of, table


@pytest.mark.parametrize(
    ("file", "part"),
    [
        (django.http.__file__, "django"),
        (json.__file__, ""),
        ("<frozen importlib._bootstrap>", ""),
        ("<string>", "other"),
        (f"{start.ROOT}/games/engine/rules.py", "games/engine"),
        (f"{start.ROOT}/games/services/games.py", "games"),
        (f"{start.ROOT}/agnes_site/postgresql/prepared.py", "psycopg"),
        (f"{start.ROOT}/agnes_site/wire.py", "agnes_site"),
    ],
)
def test_a_file_belongs_to_a_package_or_works_for_its_caller(file: str, part: str) -> None:
    assert part_of(file) == part


def test_parts_come_by_size_with_their_share_of_a_move() -> None:
    rows = table(collections.Counter(django=1, psycopg=3), 800)
    assert [(row["part"], row["share"], row["us"]) for row in rows] == [
        ("psycopg", 0.75, 600),
        ("django", 0.25, 200),
    ]

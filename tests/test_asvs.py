"""docs/asvs.md has every requirement of ASVS 5.0.0, levels 1 and 2, and names tests that exist."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from start import ROOT

PAGE = (ROOT / "docs" / "asvs.md").read_text("utf-8")
# How many of each section are of level 1 or 2: they come first, and those of level 3 last.
SECTIONS = """
1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2,
4.1 3, 4.2 1, 4.3 2, 4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3,
6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2,
10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1,
12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3, 15.1 3, 15.2 3,
15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2
"""
NUMBERS = [
    f"{section}.{number}"
    for section, most in re.findall(r"(\d+\.\d+) (\d+)", SECTIONS)
    for number in range(1, int(most) + 1)
]
STANDS = ("yes", "partly", "no", "does not apply")


class Row(NamedTuple):
    """A line of the tables."""

    number: str
    level: str
    what: str
    stands: str
    by_what: str


ROWS = [
    Row(*(cell.strip() for cell in line.strip("|").split(" | ")))
    for line in PAGE.splitlines()
    if re.match(r"\| \d+\.\d+\.\d+ \|", line)
]


def test_every_requirement_of_both_levels_is_there_once_and_in_order() -> None:
    assert len(NUMBERS) == 70 + 183  # as the standard counts them
    assert [row.number for row in ROWS] == NUMBERS
    assert Counter(row.level for row in ROWS) == {"1": 70, "2": 183}


def test_each_says_how_it_stands_and_by_what() -> None:
    assert {row.stands for row in ROWS} == set(STANDS)
    assert [row.number for row in ROWS if not row.what or not row.by_what] == []


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE)
    assert len(named) > 100
    missing = [
        f"{file}::{test}"
        for file, test in named
        if not re.search(rf"def {test}\(", (ROOT / file).read_text("utf-8"))
    ]
    assert missing == []


def test_the_count_at_the_head_is_that_of_the_rows() -> None:
    for level in ("1", "2"):
        counted = Counter(row.stands for row in ROWS if row.level == level)
        expected = " | ".join(str(counted[stands]) for stands in STANDS)
        assert f"| level {level} | {expected} |" in PAGE

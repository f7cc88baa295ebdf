"""Cursors that nobody gave: refused, whatever the list and whatever they hold."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from games.models import Contest

TIME = "2026-11-30 12:00:00+00:00"
LISTS: dict[str, list[Any]] = {
    "/api/v1/games": [1],
    "/api/v1/daily": ["2026-11-30"],
    "/api/v1/daily/today/leaderboard": [88, TIME, 1],
    "/api/v1/leaderboards/all": [1, 88, 1],
}
OF_NO_COLUMN: list[Any] = [
    None, "", "x", "1.5", "NaN", "true", [], {}, [[]], "9" * 30, f"-{'9' * 30}", "9" * 5000,
    "\0", "2026-13-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00",
]  # fmt: skip


def encoded(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize("url", LISTS)
def test_a_cursor_of_the_right_shape_is_a_page(
    as_ann: APIClient, winnable: Contest, url: str
) -> None:
    for direction in "np":
        cursor = encoded([direction, *map(str, LISTS[url])])
        assert as_ann.get(f"{url}?cursor={cursor}").status_code == 200


@pytest.mark.parametrize("url", LISTS)
@pytest.mark.parametrize(
    "cursor",
    [
        *[
            "",
            "x",
            "%00",
            "²",
            "😀",
            "AAAA",
            "=",
            encoded("[" * 9000),
            encoded("null"),
            encoded("[]"),
        ],
        *[encoded('"n"'), encoded(["n"]), encoded({"n": 1}), encoded(["n", *["1"] * 9])],
    ],
)
def test_what_is_no_cursor_is_refused(
    as_ann: APIClient, winnable: Contest, url: str, cursor: str
) -> None:
    problem_of(as_ann.get(f"{url}?cursor={cursor}"), 400, "bad_cursor")


@pytest.mark.parametrize("url", LISTS)
def test_a_cursor_goes_on_or_back_and_nowhere_else(
    as_ann: APIClient, winnable: Contest, url: str
) -> None:
    strange: list[Any] = ["x", "", None, 1, [], {}]
    for direction in strange:
        cursor = encoded([direction, *map(str, LISTS[url])])
        problem_of(as_ann.get(f"{url}?cursor={cursor}"), 400, "bad_cursor")


@pytest.mark.parametrize(
    ("url", "place"), [(url, place) for url in LISTS for place in range(len(LISTS[url]))]
)
def test_a_value_that_its_column_cannot_hold_is_refused(
    as_ann: APIClient, winnable: Contest, url: str, place: int
) -> None:
    for value in OF_NO_COLUMN:
        values: list[Any] = [str(value) for value in LISTS[url]]
        values[place] = value
        answer = as_ann.get(f"{url}?cursor={encoded(['n', *values])}")
        problem_of(answer, 400, "bad_cursor")

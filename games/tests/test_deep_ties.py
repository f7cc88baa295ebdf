"""A page of a long tie on the board of a period: read where it lies, not from the first player."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from accounts.models import User
from games.models import Standing
from games.selectors.boards import period_board
from games.services.recounts import period_tallies_recount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAYERS = 3_000


@pytest.fixture
def late(db: None) -> User:
    """Of very many players with the same wins and moves, one who registered late."""
    users = User.objects.bulk_create(User(username=f"player{n}") for n in range(PLAYERS))
    Standing.objects.bulk_create(
        Standing(player=user, period="all", wins=1, moves=100) for user in users
    )
    period_tallies_recount()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return users[PLAYERS * 9 // 10]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def rows_read(sql: str, values: Sequence[Any]) -> int:
    """The most rows that one step of the plan of a statement goes through."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values)
        (found,) = cursor.fetchone()
    plan = json.loads(found) if isinstance(found, str) else found
    steps = nodes(plan[0]["Plan"])
    return max(
        int(step["Actual Loops"] * (step["Actual Rows"] + step.get("Rows Removed by Filter", 0)))
        for step in steps
    )


def test_around_me_deep_in_a_long_tie_reads_no_more_than_a_page(late: User) -> None:
    asked: list[tuple[str, Sequence[Any]]] = []

    def note(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        asked.append((sql, values))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(note):
        board = period_board("all", late, around_me=True)
    assert late.username in [row.player for row in board.page.rows]
    assert board.ranks[board.page.rows[0].id] == 1
    if connection.vendor == "postgresql":
        assert max(rows_read(*each) for each in asked) <= 2 * len(board.page.rows)

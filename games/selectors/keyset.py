"""Pages of a list by keyset: as quick at the end as at the start, and steady while rows come.

A cursor holds the row's value of every column of the order, so it works even when that row is gone.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.core.exceptions import ValidationError

from accounts.errors import Refused
from agnes_site.queries import Given, Query

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.db.models import QuerySet

R = TypeVar("R")

DEFAULT_LIMIT, MAX_LIMIT = 50, 100


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Rows in the list's order; `next` and `previous` are cursors, None at an end."""

    rows: list[R]
    next: str | None
    previous: str | None


class Listing(Generic[R]):
    """A list that is read by pages; `rows` and `row` are those of `Query`.

    `order` names columns that the rows have, `-` in front for a falling one; together they must be
    unique.
    """

    def __init__(
        self,
        rows: Callable[[], QuerySet[Any, Any]],
        order: Sequence[str],
        row: type[R] | None = None,
    ) -> None:
        self._rows = rows
        self._columns = [name.removeprefix("-") for name in order]
        self._onwards, self._back = _Way(rows, order, row), _Way(rows, _reversed(order), row)

    def page(
        self, *, cursor: str | None = None, around: R | None = None, limit: int, **values: Any
    ) -> Page[R]:
        """Return the page at `cursor`, or with the row `around` in its middle, else the first.

        It is at most `limit` long; `values` are those that the query is given. Raises `bad_cursor`.
        """
        if around is not None:
            return self._page_around(around, limit, values)
        if cursor is None:
            found, more = self._onwards.from_the_start(limit, values)
            return self._page(found, before=False, after=more)
        direction, place = self._read(cursor)
        if direction == "n":
            found, more = self._onwards.beyond(place, limit, values)
            return self._page(found, before=True, after=more)
        found, more = self._back.beyond(place, limit, values)
        return self._page(found[::-1], before=more, after=True)

    def _page_around(self, row: R, limit: int, values: dict[str, Any]) -> Page[R]:
        place = self._place(row)
        above, before = self._back.beyond(place, (limit - 1) // 2, values)
        below, after = self._onwards.beyond(place, limit - 1 - len(above), values)
        return self._page([*above[::-1], row, *below], before=before, after=after)

    def _page(self, found: list[R], *, before: bool, after: bool) -> Page[R]:
        if not found:
            return Page([], None, None)
        return Page(
            found,
            self._cursor("n", found[-1]) if after else None,
            self._cursor("p", found[0]) if before else None,
        )

    def _place(self, row: R) -> list[Any]:
        return [getattr(row, name) for name in self._columns]

    def _cursor(self, direction: str, row: R) -> str:
        text = json.dumps([direction, *map(str, self._place(row))], separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def _read(self, cursor: str) -> tuple[str, list[Any]]:
        try:
            padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
            direction, *texts = json.loads(base64.urlsafe_b64decode(padded))
            values = [_value(*each) for each in zip(self._fields, texts, strict=True)]
            if direction not in ("n", "p"):
                raise ValueError(direction)
        except (ValueError, TypeError, OverflowError, ValidationError, RecursionError):
            raise Refused("bad_cursor") from None
        return direction, values

    @cached_property
    def _fields(self) -> list[Any]:
        meta = self._rows().model._meta
        return [meta.get_field(name) for name in self._columns]


class _Way(Generic[R]):
    """A list read in one direction.

    What follows a place is read in parts, nearest first: equal in all columns but the last, … Each
    part is one stretch of an index in this order. All in one condition, joined by OR, would be read
    from the list's beginning, and a page would cost the more the deeper it lies.
    """

    def __init__(
        self, rows: Callable[[], QuerySet[Any, Any]], order: Sequence[str], row: type[R] | None
    ) -> None:
        self._columns = [name.removeprefix("-") for name in order]

        def part(depth: int) -> QuerySet[Any, Any]:
            way = "lt" if order[depth].startswith("-") else "gt"
            names = [*self._columns[:depth], f"{self._columns[depth]}__{way}"]
            given = zip(names, map(_given, self._columns), strict=False)
            return rows().filter(**dict(given)).order_by(*order)

        self._whole = Query(lambda: rows().order_by(*order), row)
        self._parts = [Query(partial(part, depth), row) for depth in reversed(range(len(order)))]

    def from_the_start(self, limit: int, values: dict[str, Any]) -> tuple[list[R], bool]:
        """Return the first `limit` rows, and whether more follow."""
        found = self._whole.all(limit=limit + 1, **values)
        return found[:limit], len(found) > limit

    def beyond(
        self, place: Sequence[Any], limit: int, values: dict[str, Any]
    ) -> tuple[list[R], bool]:
        """Return up to `limit` rows that follow a place, and whether more follow."""
        at = {_given(name).name: value for name, value in zip(self._columns, place, strict=True)}
        found: list[R] = []
        for part in self._parts:
            found += part.all(limit=limit + 1, **values, **at)
            if len(found) > limit:
                break
        return found[:limit], len(found) > limit


def _given(column: str) -> Given:
    return Given(f"{column} of the place")


def _reversed(order: Sequence[str]) -> list[str]:
    return [name[1:] if name.startswith("-") else f"-{name}" for name in order]


def _value(field: Any, text: str) -> Any:
    """Read a column's value; what the column could not hold is not a value of ours."""
    column = getattr(field, "target_field", field)
    value = column.to_python(text)
    column.run_validators(value)
    if value is None:
        raise ValueError("no value")
    return value.astimezone(UTC) if isinstance(value, datetime) else value

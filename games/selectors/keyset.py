"""Pages of a list by keyset: as quick at the end as at the start, and steady while rows come.

A cursor holds the row's value of every column of the order, so it works even when that row is gone.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet

from accounts.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

M = TypeVar("M", bound=Model)

DEFAULT_LIMIT, MAX_LIMIT = 50, 100


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    """Rows in the list's order; `next` and `previous` are cursors, None at an end."""

    rows: list[M]
    next: str | None
    previous: str | None


def page(
    rows: QuerySet[M], order: Sequence[str], *, cursor: str | None = None, limit: int
) -> Page[M]:
    """Return the page of `rows` at `cursor`, at most `limit` long.

    `order` names columns, `-` in front for a falling one; together they must be unique.
    Raises `bad_cursor`.
    """
    if cursor is None:
        found, more = _beyond(rows, order, None, limit)
        return Page(found, _cursor("n", found[-1], order) if more else None, None)
    direction, values = _read(cursor, rows.model, order)
    if direction == "n":
        found, more = _beyond(rows, order, values, limit)
        return _page(found, order, before=True, after=more)
    found, more = _beyond(rows, _reversed(order), values, limit)
    return _page(found[::-1], order, before=more, after=True)


def page_around(rows: QuerySet[M], order: Sequence[str], row: M, *, limit: int) -> Page[M]:
    """Return the page with `row` in its middle."""
    values = _values(row, order)
    half = (limit - 1) // 2
    above, before = _beyond(rows, _reversed(order), values, half)
    below, after = _beyond(rows, order, values, limit - 1 - len(above))
    return _page([*above[::-1], row, *below], order, before=before, after=after)


def _page(found: list[M], order: Sequence[str], *, before: bool, after: bool) -> Page[M]:
    if not found:
        return Page([], None, None)
    return Page(
        found,
        _cursor("n", found[-1], order) if after else None,
        _cursor("p", found[0], order) if before else None,
    )


def _beyond(
    rows: QuerySet[M], order: Sequence[str], values: list[Any] | None, limit: int
) -> tuple[list[M], bool]:
    """Return up to `limit` rows that follow `values` in the order, and whether more follow."""
    found: list[M] = []
    for part in [rows] if values is None else _parts_after(rows, order, values):
        found += part.order_by(*order)[: limit + 1 - len(found)]
        if len(found) > limit:
            break
    return found[:limit], len(found) > limit


def _parts_after(
    rows: QuerySet[M], order: Sequence[str], values: list[Any]
) -> Iterator[QuerySet[M]]:
    """Yield the rows that follow in parts, nearest first: equal in all columns but the last, …

    Each part is one stretch of an index in this order. All in one condition, joined by OR, would
    be read from the list's beginning, and a page would cost the more the deeper it lies.
    """
    columns = [name.removeprefix("-") for name in order]
    for depth in reversed(range(len(order))):
        beyond = "lt" if order[depth].startswith("-") else "gt"
        equal = dict(zip(columns[:depth], values, strict=False))
        yield rows.filter(**equal, **{f"{columns[depth]}__{beyond}": values[depth]})


def _reversed(order: Sequence[str]) -> list[str]:
    return [name[1:] if name.startswith("-") else f"-{name}" for name in order]


def _values(row: Model, order: Sequence[str]) -> list[Any]:
    return [getattr(row, name.removeprefix("-")) for name in order]


def _cursor(direction: str, row: Model, order: Sequence[str]) -> str:
    text = json.dumps([direction, *map(str, _values(row, order))], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(cursor: str, model: type[Model], order: Sequence[str]) -> tuple[str, list[Any]]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        direction, *texts = json.loads(base64.urlsafe_b64decode(padded))
        names = [name.removeprefix("-") for name in order]
        fields = [model._meta.get_field(name) for name in names]
        values = [_value(field, text) for field, text in zip(fields, texts, strict=True)]
        if direction not in ("n", "p"):
            raise ValueError(direction)
    except (ValueError, TypeError, OverflowError, ValidationError, RecursionError):
        raise Refused("bad_cursor") from None
    return direction, values


def _value(field: Any, text: str) -> Any:
    """Read a column's value; what the column could not hold is not a value of ours."""
    column = getattr(field, "target_field", field)
    value = column.to_python(text)
    column.run_validators(value)
    if value is None:
        raise ValueError("no value")
    return value.astimezone(UTC) if isinstance(value, datetime) else value

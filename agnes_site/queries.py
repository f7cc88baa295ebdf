"""Queries that are written with the ORM once, and then only given their values.

The ORM makes the text of a query anew each time it runs, which takes several times as long as
PostgreSQL takes to answer, and it writes the values into that text, so that nothing can be
prepared. Here `Given` stands where a value will come, the text is made at the first use, and
PostgreSQL prepares it:

    _OF_A_DAY = Query(lambda: Contest.objects.filter(date=Given("day")))
    contest = _OF_A_DAY.first(day=day)
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression
from django.db.models.base import ModelState

from agnes_site.postgresql.base import DatabaseWrapper as PostgreSQL
from agnes_site.postgresql.prepared import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.db.models import Model, QuerySet

R = TypeVar("R")
Values = tuple[Any, ...]

_LIMITS = (1, 11, 31, 51, 101)


class Given(Expression):
    """Stands for the value that a query is given by this name when it runs."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


class Query(Generic[R]):
    """A query whose rows are objects of its model or, from `values_list`, named tuples: `row`.

    `make` returns the queryset and is called at the first use. Objects are made without Django's
    signals: nobody listens.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Any]], row: type[R] | None = None) -> None:
        self._make, self._row = make, row
        self._text: _Text | None = None

    def all(self, *, limit: int | None = None, **values: Any) -> list[R]:
        """Return all rows, or the first few.

        The limit stands in the text, since for some rows PostgreSQL goes another way than for all.
        It is one of a few, and more rows are dropped here, so that there are few texts to prepare.
        """
        text = self._text = self._text or _text_of(self._make(), self._row)
        sql = text.sql if limit is None else f"{text.sql} LIMIT {_few(limit)}"
        rows = execute(sql, [values[name] for name in text.names]).rows
        return list(map(text.read, text.convert(rows[:limit])))

    def first(self, **values: Any) -> R | None:
        """Return the first row, None when there is none."""
        return next(iter(self.all(limit=1, **values)), None)


def _few(limit: int) -> int:
    return next((most for most in _LIMITS if limit <= most), limit)


class _Text(NamedTuple):
    """A query as SQL with the `names` of what it is given.

    `convert` does to values what this database leaves undone, `read` makes rows of them.
    """

    sql: str
    names: list[str]
    convert: Callable[[Sequence[Values]], Sequence[Values]]
    read: Callable[[Values], Any]


def _text_of(rows: QuerySet[Any, Any], row: Any) -> _Text:
    compiler: Any = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, names = _written_out(*compiler.as_sql())
    converters = compiler.get_converters([column for column, *_ in compiler.select])

    def convert(found: Sequence[Values]) -> Sequence[Values]:
        return list(compiler.apply_converters(found, converters)) if converters else found

    named = compiler.annotation_col_map or {}
    read = row._make if row else _Part.of(compiler.klass_info, compiler.select, named).read
    return _Text(sql, names, convert, read)


def _written_out(sql: str, values: Sequence[Any]) -> tuple[str, list[str]]:
    """Write the values that are always the same into the text, and name the others.

    A plan that PostgreSQL makes once for all values uses an index on the won games only if "won" is
    none of these.
    """
    head, *tails = sql.split("%s")
    names = [value.name for value in values if isinstance(value, Given)]
    for value, tail in zip(values, tails, strict=True):
        head += f"{'%s' if isinstance(value, Given) else _literal(value)}{tail}"
    return head, names


def _literal(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    if "%" in value:
        raise ValueError(f"{value!r} holds a sign that stands for values")
    return "'" + value.replace("'", "''") + "'"


class _Part(NamedTuple):
    """How an object is made of a row: values `start` to `end`, its key at `key`.

    `named` are annotations with their places; `parts` the related objects, each with its setter.
    """

    model: type[Model]
    names: list[str]
    start: int
    end: int
    key: int
    named: dict[str, int]
    parts: list[tuple[Callable[[Model, Model | None], None], _Part]]

    @classmethod
    def of(cls, told: Any, select: Sequence[Any], named: dict[str, int]) -> _Part:
        """Read it from what Django's compiler tells of a queryset."""
        start, end = told["select_fields"][0], told["select_fields"][-1] + 1
        fields = [column.target for column, *_ in select[start:end]]
        [key] = [start + place for place, field in enumerate(fields) if field.primary_key]
        related = told.get("related_klass_infos", ())
        parts = [(each["local_setter"], cls.of(each, select, {})) for each in related]
        names = [field.attname for field in fields]
        return cls(told["model"], names, start, end, key, named, parts)

    def read(self, row: Values) -> Any:
        """Return the object of a row, None where an outer join found none."""
        if row[self.key] is None:
            return None
        made = self.model.__new__(self.model)
        made.__dict__.update(zip(self.names, row[self.start : self.end], strict=True))
        made._state = ModelState()
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        for name, place in self.named.items():
            made.__dict__[name] = row[place]
        for relate, part in self.parts:
            relate(made, part.read(row))
        return made


def execute(sql: str, values: Sequence[Any]) -> Outcome:
    """Execute a statement, prepared where the database knows how."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, PostgreSQL):
        return database.execute_prepared(sql, values)
    plain = [_adapted(value, database.ops) for value in values]
    with database.cursor() as cursor:
        cursor.execute(sql, plain)
        return Outcome(cursor.fetchall() if cursor.description else [], cursor.rowcount)


def _adapted(value: Any, ops: Any) -> Any:
    """Write times as a database does that has no type for them."""
    if isinstance(value, datetime):
        return ops.adapt_datetimefield_value(value)
    return ops.adapt_datefield_value(value) if isinstance(value, date) else value

"""A statement that PostgreSQL keeps prepared, executed below psycopg's cursors.

A cursor finds out each time anew how its values are written, whether its statement is prepared,
and how the answer is read: half of what a small statement costs the process that asks. All of
that is the same every time, and libpq, which psycopg shows as `pgconn`, needs to be told once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from psycopg import OperationalError, errors
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import Connection
    from psycopg.pq.abc import PGresult

_DONE = {ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK}


class Outcome(NamedTuple):
    """What a statement found, and how many rows that was, or how many it changed."""

    rows: list[tuple[Any, ...]]
    number: int


class Prepared:
    """One statement of one connection, prepared under `name`; `%s` stands for each value."""

    def __init__(self, connection: Connection[Any], name: str, sql: str) -> None:
        first, *others = sql.split("%s")
        text = first + "".join(f"${number}{part}" for number, part in enumerate(others, 1))
        self._connection = connection
        self._name = name.encode()
        # It knows how this connection's values are read; binary ones are cheaper than texts.
        self._reader = Transformer(connection)
        self._checked(connection.pgconn.prepare(self._name, text.encode()))

    def execute(self, values: Sequence[Any]) -> Outcome:
        """Execute it with numbers, texts, times and None. Raises psycopg's errors."""
        written: list[Any] = [None if value is None else str(value).encode() for value in values]
        raw = self._connection.pgconn
        result = self._checked(raw.exec_prepared(self._name, written, None, Format.BINARY))
        if not result.ntuples:
            return Outcome([], result.command_tuples or 0)
        self._reader.set_pgresult(result)
        return Outcome(self._reader.load_rows(0, result.ntuples, tuple), result.ntuples)

    def forget(self) -> None:
        """Let the server forget it."""
        self._checked(self._connection.pgconn.exec_(b"DEALLOCATE " + self._name))

    def _checked(self, result: PGresult) -> PGresult:
        if result.status in _DONE:
            return result
        error = errors.error_from_result(result)
        if self._connection.pgconn.status == ConnStatus.BAD:  # then the result may name no state
            raise OperationalError(str(error)) from error
        raise error

"""The database engine `agnes_site.postgresql`: Django's own, with two things more.

A commit that waits for a synchronous standby can be cancelled, and PostgreSQL then reports success
with a warning: it is stored here, and perhaps nowhere else. Here that is `OutcomeUnknown`.

PostgreSQL bounds that wait by no time limit of its own, and no wait at all when it hangs. So a
process that answers requests watches over its connections (`requests_limit`, `watch.py`).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import psycopg
from django.db import OperationalError, connections
from django.db.backends.postgresql import base

from agnes_site.postgresql.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ENGINE = "agnes_site.postgresql"
STATEMENT_SECONDS = 3  # commits are bounded by the watch, as PostgreSQL leaves them alone
_CANCELLED_WAIT = "SyncRepWaitForLSN"  # the function of PostgreSQL that warns, in any language
_watch = Watch()


class OutcomeUnknown(OperationalError):  # noqa: N818  (not wrong, but not known)
    """What was to be committed may be lost, or not."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, whose statements and commits raise `OutcomeUnknown`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_outcome_unknown = False
        self.execute_wrappers.append(self._execute)
        self._kept: dict[str, Any] = {}

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        with _watch.over_connecting():
            connection = super().get_new_connection(conn_params)
        connection.add_notice_handler(self.notice)
        self._kept = {}
        return connection

    def execute_prepared(self, sql: str, values: Sequence[Any]) -> Any:
        """Execute one statement that the server prepares, and return the cursor of its outcome.

        Django's own cursors write values into the text, so that none of theirs can be. The cursor
        is good until the same statement is executed again; errors are Django's.
        """
        self.ensure_connection()
        # A cursor for each: it remembers how the values of its statement are written and read.
        cursor: Any = self._kept.get(sql)
        if cursor is None:
            self._kept[sql] = cursor = psycopg.Cursor(self.connection)
            cursor.format = psycopg.pq.Format.BINARY  # cheaper to read than texts
        if self.queries_logged or self.execute_wrappers != [self._execute]:
            wrapped = self.make_debug_cursor if self.queries_logged else self.make_cursor
            wrapped(cursor).execute(sql, values)
            return cursor
        self.validate_no_broken_transaction()
        with self.wrap_database_errors, _watch.over(self.connection):
            cursor.execute(sql, values)
        self._raise_if_unknown()
        return cursor

    def notice(self, said: psycopg.errors.Diagnostic) -> None:
        """Take in what the server said beside its answer."""
        if said.source_function == _CANCELLED_WAIT:
            self.is_outcome_unknown = True

    def _execute(self, execute: Callable[..., Any], *words: Any) -> Any:
        with _watch.over(self.connection):
            done = execute(*words)
        self._raise_if_unknown()
        return done

    def _commit(self) -> None:
        with _watch.over(self.connection):
            super()._commit()  # type: ignore[misc]  # django-stubs do not know it
        self._raise_if_unknown()

    def _rollback(self) -> None:
        with _watch.over(self.connection):
            super()._rollback()  # type: ignore[misc]  # as above

    def is_usable(self) -> bool:
        with _watch.over(self.connection):
            return bool(super().is_usable())

    def _raise_if_unknown(self) -> None:
        if self.is_outcome_unknown:
            self.is_outcome_unknown = False
            raise OutcomeUnknown("the wait for a synchronous standby was cancelled")


def requests_limit() -> None:
    """Bound every statement and every commit of this process, since it answers requests."""
    for database in connections.settings.values():
        if database["ENGINE"] == ENGINE:
            database["OPTIONS"]["options"] += f" -c statement_timeout={STATEMENT_SECONDS}s"
            threading.Thread(target=_watch.patrol, daemon=True).start()

"""The database engine `agnes_site.postgresql`: Django's own, with two things more.

A commit that waits for a synchronous standby can be cancelled, and PostgreSQL then reports success
with a warning: it is stored here, and perhaps nowhere else. Here that is `OutcomeUnknown`.

PostgreSQL bounds that wait by no time limit of its own, and no wait at all when it hangs. So a
process that answers requests watches over its connections (`requests_limit`, `watch.py`).
"""

from __future__ import annotations

import threading
from itertools import count
from typing import TYPE_CHECKING, Any

from django.db import OperationalError, connections
from django.db.backends.postgresql import base
from psycopg.errors import FeatureNotSupported

from agnes_site.postgresql.prepared import Outcome, Prepared
from agnes_site.postgresql.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from psycopg.errors import Diagnostic

ENGINE = "agnes_site.postgresql"
MOST_PREPARED = 200  # of one connection: a plan takes some 10 kB of its server process
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
        self._prepared: dict[str, Prepared] = {}
        self._numbers = count()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        with _watch.over_connecting():
            connection = super().get_new_connection(conn_params)
        connection.add_notice_handler(self.notice)
        self._prepared = {}
        return connection

    def execute_prepared(self, sql: str, values: Sequence[Any]) -> Outcome:
        """Execute a statement that the server keeps prepared; Django's cursors cannot have that.

        Within a transaction, or where somebody looks on, it goes through such a cursor all the
        same. Values are numbers, texts, times and None; errors are Django's.
        """
        if self.connection is None:
            self.ensure_connection()
        is_watched = self.queries_logged or self.execute_wrappers != [self._execute]
        if is_watched or not self.autocommit:
            with self.cursor() as cursor:
                cursor.execute(sql, values)
                return Outcome(cursor.fetchall() if cursor.description else [], cursor.rowcount)
        with self.wrap_database_errors, _watch.over(self.connection):
            prepared = self._prepared.get(sql) or self._prepare(sql)
            try:
                outcome = prepared.execute(values)
            except FeatureNotSupported:  # A migration has changed the type of one of its columns.
                self._prepared.pop(sql).forget()
                outcome = self._prepare(sql).execute(values)
        self._raise_if_unknown()
        return outcome

    def _prepare(self, sql: str) -> Prepared:
        """Prepare a statement; when there are many, the oldest is forgotten."""
        if len(self._prepared) == MOST_PREPARED:
            self._prepared.pop(next(iter(self._prepared))).forget()
        prepared = Prepared(self.connection, f"agnes_{next(self._numbers)}", sql)
        self._prepared[sql] = prepared
        return prepared

    def notice(self, said: Diagnostic) -> None:
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

"""The service with a defect on purpose, to see that the checker finds it. PLANTED names which.

`acknowledged_early`: an answer is sent before its commit, which comes a moment later.
`any_ply`: the statement that appends actions does not ask whether the game still stands there.
`boards_apart`: a win is committed before the boards it belongs on are written.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any

from django.db import connection

from faults import wsgi
from faults.wsgi import application as whole
from faults.wsgi_points import order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PLANTED = os.environ["PLANTED"]
LATE_SECONDS = 0.5


class _Late(threading.Thread):
    """Does a statement that was acknowledged before."""

    def __init__(self, sql: Any, params: Any) -> None:
        super().__init__(daemon=True)
        self.sql, self.params = sql, params

    def run(self) -> None:
        time.sleep(LATE_SECONDS)
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.params)
        connection.close()


def _acknowledged_early(execute: Callable[..., Any], sql: Any, params: Any, *rest: Any) -> Any:
    if not wsgi.is_append(str(sql)):
        return execute(sql, params, *rest)
    _Late(sql, params).start()
    return execute("UPDATE games_game SET hints = hints WHERE id = %s", (params[-2],), *rest)


def _any_ply(execute: Callable[..., Any], sql: Any, params: Any, *rest: Any) -> Any:
    if not wsgi.is_append(str(sql)):
        return execute(sql, params, *rest)
    time.sleep(0.05)  # so that two devices meet
    anywhere = str(sql).rpartition(" AND ")[0]
    return execute(anywhere, params[:-1], *rest)


def _boards_apart(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
    ordered = order(wsgi.ORDERS, "before_boards").exists()
    if ordered and connection.in_atomic_block and "games_tally" in str(sql):
        connection.connection.commit()
        wsgi.die_if_ordered("before_boards")
    return execute(sql, *rest)


_DEFECTS = {
    "acknowledged_early": _acknowledged_early,
    "any_ply": _any_ply,
    "boards_apart": _boards_apart,
}


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """As WSGI has it."""
    with connection.execute_wrapper(_DEFECTS[PLANTED]):
        return whole(environ, start_response)

"""The service's own application, in a wrapper that dies at the point a run has asked for.

`faults.wsgi_points` names the points. One process takes an order, by removing its file.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import connection

from agnes_site.wsgi import application as service
from faults.wsgi_points import order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ORDERS = Path(os.environ["AGNES_FAULTS_DIR"])


def die_if_ordered(point: str) -> None:
    """End this process without a word, if that is ordered."""
    try:
        order(ORDERS, point).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def is_append(sql: str) -> bool:
    """Whether it is the statement that appends actions to a history."""
    return sql.lstrip().replace('"', "").startswith("UPDATE games_game") and "history" in sql


def _around(execute: Callable[..., Any], sql: Any, *rest: Any) -> Any:
    if not is_append(str(sql)):
        return execute(sql, *rest)
    die_if_ordered("before_write")
    done = execute(sql, *rest)
    die_if_ordered("after_write")
    return done


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """As WSGI has it."""
    with connection.execute_wrapper(_around):
        answer = service(environ, start_response)
    if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith("/moves"):
        die_if_ordered("before_answer")
    return answer

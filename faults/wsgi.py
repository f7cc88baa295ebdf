"""The service's own application, in a wrapper that dies at the point a run has asked for.

`faults.wsgi_points` names the points. One process takes an order, by removing its file.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import connection

from agnes_site.wsgi import application as service
from faults.wsgi_points import GROWN_UP_SECONDS, order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOVE_SECONDS = 0.003  # as long as a move takes at the least: later, it is often answered already
ORDERS = Path(os.environ["AGNES_FAULTS_DIR"])

_grown_up = time.monotonic() + GROWN_UP_SECONDS


def die_if_ordered(point: str) -> None:
    """End this process without a word, if that is ordered."""
    if take_order(point):
        _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def take_order(point: str) -> bool:
    """Whether somebody is ordered to die at the point, and it has become this process."""
    if time.monotonic() < _grown_up:
        return False
    try:
        order(ORDERS, point).unlink()
    except FileNotFoundError:
        return False
    return True


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
    is_move = environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith("/moves")
    if is_move and take_order("mid_move"):
        threading.Timer(random.random() * MOVE_SECONDS, _die).start()
    with connection.execute_wrapper(_around):
        answer = service(environ, start_response)
    if is_move:
        die_if_ordered("before_answer")
    return answer

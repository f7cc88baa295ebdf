"""A worker that will be replaced says so: each of its answers ends its connection.

When it then stops, nobody has a connection to it on which something might just be sent. Its server
says when, by a signal (`agnes_site.serve`). Loaded before Django has its settings.
"""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

    from django.http.response import HttpResponseBase

    from agnes_site.chunks import Application

# Whoever does not listen for it is not disturbed, a worker that is still loading for example.
SIGNAL = signal.SIGURG
_CLOSE = ("Connection", "close")


def leaving_told(answer: Application) -> Application:
    """Add to answers, from the signal on, that they end the connection.

    Signals are for main threads: loaded by another, as `runserver` does, it listens for none.
    """
    is_leaving = threading.Event()
    if threading.current_thread() is threading.main_thread():
        signal.signal(SIGNAL, lambda number, frame: is_leaving.set())

    def application(environ: WSGIEnvironment, start: StartResponse) -> HttpResponseBase:
        if not is_leaving.is_set():
            return answer(environ, start)

        def start_last(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start(status, [*headers, _CLOSE], *error)

        return answer(environ, start_last)

    return application

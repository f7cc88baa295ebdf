"""The two ways in for a server: WSGI and ASGI."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started

from agnes_site import asgi
from agnes_site.postgresql import base

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import StartResponse


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the entry does to its process, which here is that of all tests: noted, and not done."""
    done: list[object] = []
    monkeypatch.setattr(base, "requests_limit", lambda: done.append("limited"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    monkeypatch.setattr(gc, "set_threshold", done.append)
    for signal in (request_started, request_finished):
        monkeypatch.setattr(signal, "disconnect", lambda receiver: done.append(receiver.__name__))
    monkeypatch.delitem(sys.modules, "agnes_site.wsgi", raising=False)
    return done


def noting(statuses: list[str]) -> StartResponse:
    """What a server has called with the status of an answer."""

    def start(status: str, headers: Any, error: Any = None, /) -> Callable[[bytes], None]:
        statuses.append(status)
        return lambda written: None

    return start


@pytest.mark.django_db
def test_the_wsgi_entry_bounds_its_process_and_answers(bounded: list[object]) -> None:
    wsgi = import_module("agnes_site.wsgi")
    needless = ["close_old_connections", "reset_urlconf", "close_caches", "reset_queries"]
    assert bounded == ["limited", *needless, "frozen", 10_000]
    environ: dict[str, Any] = {"PATH_INFO": "/healthz"}
    setup_testing_defaults(environ)
    statuses: list[str] = []
    body = wsgi.application(environ, noting(statuses))
    assert (statuses, b"".join(body)) == (["200 OK"], b'{"status": "ok"}')


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"username": "x"}', 400, "invalid"),
        (b"{", 400, "bad_json"),
        (b"x" * 70_000, 413, "too_large"),
    ],
)
def test_a_body_in_chunks_is_read(
    bounded: list[object], body: bytes, status: int, code: str
) -> None:
    wsgi = import_module("agnes_site.wsgi")
    environ: dict[str, Any] = {
        "PATH_INFO": "/api/v1/tokens",
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": "application/json",
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    statuses: list[str] = []
    answer = json.loads(b"".join(wsgi.application(environ, noting(statuses))))
    assert (statuses[0][:3], answer["code"]) == (str(status), code)
    assert code != "invalid" or answer["errors"].keys() == {"password"}


@pytest.mark.parametrize("entry", ["wsgi", "asgi"])
def test_an_entry_is_loaded_by_a_server_that_knows_nothing_of_django(entry: str) -> None:
    load = [sys.executable, "-W", "ignore", "-c", f"import agnes_site.{entry}"]
    bare = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    done = subprocess.run(  # noqa: S603  (the project itself)
        load, cwd=settings.BASE_DIR, env=bare, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_the_asgi_entry_answers() -> None:
    sent: list[dict[str, Any]] = []
    asked = iter([{"type": "http.request", "body": b""}])

    async def receive() -> dict[str, Any]:
        for message in asked:
            return message
        await asyncio.Event().wait()  # the client stays
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "GET", "path": "/healthz", "headers": headers}
    asyncio.run(asgi.application(scope, receive, send))
    assert (sent[0]["status"], sent[1]["body"]) == (200, b'{"status": "ok"}')

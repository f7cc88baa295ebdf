"""Log lines: as text or as JSON, with the id of the request, and without what must stay secret.

Errors quote what they are about, PostgreSQL whole rows. So passwords, tokens, seeds and cards are
taken out of every line on its way out, wherever they came from.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    Answer = Callable[[HttpRequest], HttpResponse]

HEADER = "X-Request-ID"
NO_REQUEST = "-"
_META = "HTTP_X_REQUEST_ID"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)
_SANE = re.compile(r"[A-Za-z0-9._-]{8,64}")
_SECRET = (
    (re.compile(r"(?m)^DETAIL:.*$"), "DETAIL: [removed]"),
    (re.compile(r"(?i)\b(bearer)\s+[^\s'\"]+"), r"\1 [token]"),
    (re.compile(r"(?i)((?:sessionid|csrftoken|password|secret_key|token)['\"]?[=:]\s*)[^\s;,&]+"),
     r"\1[removed]"),
    (re.compile(r"(://[^:/@\s]+:)[^@\s]+@"), r"\1[password]@"),
    (re.compile(r"(?i)\b[0-9a-f]{64,}\b"), "[hex]"),
    (re.compile(r"(?:[A2-9TJQK][CDHS][ /,|]*){5,}"), "[cards]"),
)  # fmt: skip


def identified(get_response: Answer) -> Answer:
    """Give every request an id: the proxy's, if it looks like one, else a new one."""

    def answer(request: HttpRequest) -> HttpResponse:
        given = request.META.get(_META, "")
        own = given if _SANE.fullmatch(given) else secrets.token_hex(8)
        request.META[_META] = own
        before = request_id.set(own)
        try:
            response = get_response(request)
        finally:
            request_id.reset(before)
        response.headers[HEADER] = own
        return response

    return answer


def without_secrets(text: str) -> str:
    """The text with what must not be in a log replaced by what it was."""
    for pattern, instead in _SECRET:
        text = pattern.sub(instead, text)
    return text


def _id_of(record: logging.LogRecord) -> str:
    """Django itself logs a failure when the request is through; it names the request then."""
    named = getattr(getattr(record, "request", None), "META", {})
    return str(named.get(_META, request_id.get()))


class Line(logging.Formatter):
    """Time, level, request, logger, message; a traceback below."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {request_id} {name} {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = _id_of(record)
        return without_secrets(super().format(record))


class Json(logging.Formatter):
    """One JSON object a line: `time`, `level`, `request_id`, `logger`, `message`, `traceback`; an
    event of security has its facts as members, too.
    """

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "request_id": _id_of(record),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        entry |= getattr(record, "event", {})
        if record.exc_info:
            entry["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)

"""What crosses the wire of the API: JSON in, JSON out, and how often.

JSON that Django REST Framework would accept and stumble over later (NUL, lone surrogates,
duplicate keys, deep nesting, NaN) is refused here, once, for every endpoint.
"""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

import orjson
from django.core.cache import caches
from django.http import HttpResponse
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.throttling import ScopedRateThrottle

from accounts.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rest_framework.request import Request

MAX_BODY = 16 * 1024
MAX_DEPTH = 8


class JsonParser(BaseParser):
    """Strict JSON: UTF-8, at most 16 KiB, at most 8 levels, no key twice.

    Raises `Refused("too_large")` and DRF's `ParseError`.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MAX_BODY + 1)
        if len(body) > MAX_BODY:
            raise Refused("too_large")
        try:
            value = _decoder.decode(body.decode("utf-8"))
            _check(value, MAX_DEPTH)
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def _check(value: Any, depth: int) -> None:
    """Refuses what no text or number of ours can be: NUL, half a surrogate pair, deep nesting."""
    if isinstance(value, str):
        value.encode("utf-8")
        if "\0" in value:
            raise ValueError("NUL in a text")
    elif isinstance(value, dict | list):
        if not depth:
            raise ValueError("nested too deep")
        inner = [*value, *value.values()] if isinstance(value, dict) else value
        for item in inner:
            _check(item, depth - 1)


class JsonRenderer(BaseRenderer):
    """JSON by orjson; a problem keeps the type its response set."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=str, option=orjson.OPT_UTC_Z)


class JsonAnswer(HttpResponse):
    """What `Response` becomes through `JsonRenderer`, at once."""

    def __init__(self, data: Any) -> None:
        super().__init__(orjson.dumps(data, option=orjson.OPT_UTC_Z), "application/json")


class JsonAlways(BaseContentNegotiation):
    """The API answers JSON whatever `Accept` says; the few other forms are a view's own choice."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or ""


class CourtesyThrottle(ScopedRateThrottle):
    """Keeps one client from crowding out the others; counted per process, without SQL.

    Guessing of passwords is held off elsewhere (`accounts.services.signing`): this one is
    not atomic.
    """

    cache = caches["process"]

"""What happens around every request: paths of the API, and what is counted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from django.utils import translation
from prometheus_client import Counter, Histogram

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    Answer = Callable[[HttpRequest], HttpResponse]

REQUESTS = Counter("agnes_requests_total", "Answers sent.", ["route", "method", "status"])
SECONDS = Histogram("agnes_request_seconds", "Time to an answer.", ["route"])


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def api_paths(get_response: Answer) -> Answer:
    """Both forms of an API path, with and without the last slash, are one; answers stay private.

    A redirect would turn a POST into a GET. Words of the API follow `Accept-Language`, and those
    of the pages do not: they are in English.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if not _is_api(request):
            return get_response(request)
        request.path_info = request.path_info.rstrip("/")
        with translation.override(translation.get_language_from_request(request)):
            response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer


def measured(get_response: Answer) -> Answer:
    """Counts answers and their time by route, never by path: a path can be anything."""

    def answer(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = match.route if match else "none"
        REQUESTS.labels(route, _method(request), response.status_code).inc()
        SECONDS.labels(route).observe(time.perf_counter() - begin)
        return response

    return answer


def _method(request: HttpRequest) -> str:
    known = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
    return request.method if request.method in known else "other"

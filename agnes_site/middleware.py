"""What happens around every request: paths of the API, languages, and what is counted."""

from __future__ import annotations

import time
from contextlib import nullcontext
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.middleware.common import CommonMiddleware
from django.template.response import SimpleTemplateResponse
from django.urls import resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

from accounts.errors import Refused
from accounts.languages import language_keep
from agnes_site.errors import problem
from agnes_site.metrics import MOVE_SECONDS, REQUESTS, SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

    Answer = Callable[[HttpRequest], HttpResponse]

MOVES = "api/v1/games/<int:game_id>/moves"
_GAMES, _BEARER = "/api/v1/games/", "bearer "


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def api_paths(get_response: Answer) -> Answer:
    """Both forms of an API path, with and without the last slash, are one; answers stay private.

    A redirect would turn a POST into a GET, and hide from a program that it sends its token in the
    clear: behind TLS what comes without it is refused. Words of the API follow the cookie of the
    pages' language, which programs do not send, then `Accept-Language`.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if not _is_api(request):
            return get_response(request)
        request.get_host()  # which refuses a host that is not ours
        request.path_info = request.path_info.rstrip("/")
        with _spoken(_language_of(request)):
            if settings.HTTPS and not request.is_secure():
                response: HttpResponse = problem(Refused("https_only"), request)
            else:
                response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if not response.streaming:
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


def _language_of(request: HttpRequest) -> str:
    """Most programs name no language, and Django would look long for one."""
    if request.META.keys().isdisjoint({"HTTP_ACCEPT_LANGUAGE", "HTTP_COOKIE"}):
        return settings.LANGUAGE_CODE
    return translation.get_language_from_request(request)


def programs_straight(get_response: Answer) -> Callable[[HttpRequest], HttpResponseBase]:
    """What a program with a token asks of a game goes to its view past all that pages need.

    A token stands for its player alone: there is no session, no form and no cookie to look at, so
    no move pays for the ten middlewares that would.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        scheme = request.META.get("HTTP_AUTHORIZATION", "")[: len(_BEARER)]
        if scheme.lower() != _BEARER or not request.path_info.startswith(_GAMES):
            return get_response(request)
        found = request.resolver_match = _resolved(request.path_info)
        response = found.func(request, *found.args, **found.kwargs)
        return response.render() if isinstance(response, SimpleTemplateResponse) else response

    return answer


# A game is asked for once for each of its moves.
_resolved = lru_cache(1024)(resolve)


def _spoken(language: str) -> AbstractContextManager[None]:
    """A thread speaks the service's own language already: whoever sets another, sets it back."""
    own = language == settings.LANGUAGE_CODE
    return nullcontext() if own else translation.override(language)


class PagesOnly(MiddlewareMixin):
    """Lets what is asked of the API go past: every middleware costs a move its share."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response if _is_api(request) else super().__call__
        return cast("HttpResponseBase", answer(request))


class PageCommon(PagesOnly, CommonMiddleware):
    """Django's, for pages: the API has paths and lengths of its own."""


class PageMessages(PagesOnly, MessageMiddleware):
    """Django's, for pages: the API says everything in its answers."""


def policies(get_response: Answer) -> Answer:
    """Tells browsers what a page may do and load, and that no other site may use our answers.

    The same with every answer, files and redirects included, so it is built once.
    """
    told = {
        # It comes in the order of a set, another one in each process.
        HEADER: "; ".join(sorted(build_policy().split("; "))),
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Permissions-Policy": settings.PERMISSIONS_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
    }

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for header, value in told.items():
            response.headers[header] = value
        return response

    return answer


def pages_spoken(get_response: Answer) -> Answer:
    """Pages, and what they mail, speak the player's language, else the browser's.

    The staff's pages speak English.

    A player's choice is kept in the cookie as well, so that the API answers the page in the same
    language without asking the database.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if _is_api(request) or request.path_info.startswith("/admin/"):
            return get_response(request)
        chosen = _chosen_language(request)
        language = chosen or translation.get_language_from_request(request)
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if chosen and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != chosen:
            language_keep(response, chosen)
        return response

    return answer


def _chosen_language(request: HttpRequest) -> str:
    """What a player has chosen, "" for nothing; who has no session is not looked for."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return ""
    return request.user.language


def measured(get_response: Answer) -> Answer:
    """Counts answers and their time by route, never by path: a path can be anything."""

    # A counter finds the one with given labels under a lock, by texts of them.
    requests, route_seconds = cache(REQUESTS.labels), cache(SECONDS.labels)

    def answer(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = match.route if match else "none"
        requests(route, _method(request), response.status_code).inc()
        seconds = time.perf_counter() - begin
        route_seconds(route).observe(seconds)
        if route == MOVES and request.method == "POST":
            MOVE_SECONDS.labels(getattr(response, "code", "accepted")).observe(seconds)
        return response

    return answer


def _method(request: HttpRequest) -> str:
    known = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
    return request.method if request.method in known else "other"

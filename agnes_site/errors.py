"""THE table: what went wrong -> status, words, `application/problem+json` (RFC 9457).

Exceptions become answers here and nowhere else. `code` is stable; title and detail follow
`Accept-Language`.
"""

from __future__ import annotations

import logging
import math
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.core.exceptions import ValidationError as ModelValidationError
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from redis.exceptions import RedisError
from rest_framework import exceptions

from accounts.errors import Refused
from accounts.look_cookie import look_in_browser
from agnes_site.metrics import PROBLEMS as COUNTED
from agnes_site.postgresql.base import OutcomeUnknown
from agnes_site.refusals import refusal_log
from games.serializers.games import game_answer

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
RETRY_AFTER_OUTAGE = 2


class Problem(NamedTuple):
    """A row of the table; `detail` is a format string over the facts of the refusal."""

    status: int
    title: StrOrPromise
    detail: StrOrPromise = ""


PROBLEMS = {
    # the request itself
    "bad_request": Problem(
        400, _("Bad request"), _("The request names a host, or sends fields, that are not taken.")
    ),
    "invalid": Problem(400, _("Some fields are not valid"), _("See “errors”, field by field.")),
    "bad_json": Problem(
        400,
        _("Not JSON that can be read"),
        _("Send one JSON object in UTF-8, at most 8 levels deep, without a key twice."),
    ),
    "bad_notation": Problem(400, _("Not in the notation"), _("{text} cannot be read.")),
    "bad_cursor": Problem(
        400, _("Not a page of this list"), _("Follow “next” and “previous” as they are given.")
    ),
    "too_large": Problem(413, _("Too large"), _("A body has at most 16 KiB.")),
    "unsupported_media_type": Problem(
        415, _("Only JSON is read"), _("Send the body as application/json.")
    ),
    "not_found": Problem(404, _("Not found"), _("There is nothing here for you.")),
    "method_not_allowed": Problem(
        405, _("Method not allowed"), _("This address does not answer that method.")
    ),
    "throttled": Problem(429, _("Too many requests"), _("Wait a little, then go on.")),
    # who is asking
    "not_signed_in": Problem(
        401, _("Not signed in"), _("Send a token, or sign in on the page first.")
    ),
    "bad_token": Problem(401, _("Token not valid"), _("The token is unknown or has expired.")),
    "bad_credentials": Problem(
        401, _("Wrong name or password"), _("The name and the password do not belong together.")
    ),
    "second_factor_required": Problem(
        401, _("A second step is needed"), _("Send the code of your app, or a recovery code, too.")
    ),
    "bad_code": Problem(401, _("Wrong code"), _("The code is wrong, or was used before.")),
    "too_many_attempts": Problem(
        429, _("Too many attempts"), _("Wait some minutes before the next attempt to sign in.")
    ),
    "scope_too_narrow": Problem(
        403,
        _("This token only reads"),
        _("Its scope is “read”; what changes something needs a token with the scope “play”."),
    ),
    "too_many_tokens": Problem(
        409, _("Too many tokens"), _("A player has at most {most} tokens; revoke one first.")
    ),
    "forbidden": Problem(403, _("Not allowed"), _("You may not do this.")),
    "https_only": Problem(
        403,
        _("HTTPS only"),
        _("Others may have read this on its way: send it by https, and revoke a token it had."),
    ),
    "csrf_failed": Problem(
        403, _("CSRF check failed"), _("Send the CSRF token of the page with the request.")
    ),
    # contests
    "no_such_daily": Problem(404, _("No such daily"), _("That day has no deal, or not yet.")),
    "closed": Problem(409, _("Closed"), _("This contest takes no more ranked play.")),
    "not_settled": Problem(
        403,
        _("Not settled yet"),
        _("The deck, the seed and the histories are public once the contest is settled."),
    ),
    # a game
    "stale": Problem(
        409, _("The game has moved on"), _("The game stands at ply {ply}, not at {sent}.")
    ),
    "game_over": Problem(409, _("The game is over"), _("A game that has ended takes no {action}.")),
    "ranked": Problem(
        409,
        _("Ranked"),
        _("There are no hints in a ranked game, nor on a deal still played for ranks."),
    ),
    "illegal_move": Problem(422, _("Illegal move"), _("{action} cannot be played now: {position}")),
    "nothing_to_undo": Problem(409, _("Nothing to undo"), _("No action stands to be taken back.")),
    "undo_crosses_deal": Problem(
        409,
        _("A deal stays"),
        _("In a ranked game a deal cannot be taken back, because it has shown hidden cards."),
    ),
    "move_cap": Problem(409, _("The history is full"), _("A game has at most {cap} actions.")),
    "not_finished": Problem(
        409,
        _("Not finished"),
        _("Only a game that has ended can be reviewed, and only a casual one made public."),
    ),
    # the service
    "busy": Problem(
        503, _("Many sign in just now"), _("Nothing was changed. Try again in a second.")
    ),
    "unavailable": Problem(
        503, _("Out of order for a moment"), _("Nothing was lost. Send the request again.")
    ),
    "outcome_unknown": Problem(
        503,
        _("Stored, or perhaps not"),
        _("The database was interrupted while it stored this. Look again, or send it again."),
    ),
    "internal_error": Problem(500, _("Something broke here"), _("The error has been recorded.")),
}

_CODES: tuple[tuple[type[BaseException], str], ...] = (
    (exceptions.ValidationError, "invalid"),
    (ModelValidationError, "invalid"),
    (exceptions.ParseError, "bad_json"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.NotAuthenticated, "not_signed_in"),
    (exceptions.AuthenticationFailed, "bad_token"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.Throttled, "throttled"),
    (exceptions.PermissionDenied, "forbidden"),
    (PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (BadRequest, "bad_request"),
    (SuspiciousOperation, "bad_request"),
    (MultiPartParserError, "bad_request"),
    # The database decided a race, say against the deletion of the account: sent again, the request
    # meets what then stands.
    (IntegrityError, "unavailable"),
    (OutcomeUnknown, "outcome_unknown"),
    (OperationalError, "unavailable"),
    (InterfaceError, "unavailable"),
    (RedisError, "unavailable"),
)
# What PostgreSQL says of its own state, though Django takes it for a fault of the program: it has
# become a standby, or has ended a transaction that did nothing for long.
_PASSING_STATES = {"25006", "25P03"}


def _code(error: BaseException) -> str:
    if isinstance(error, Refused):
        return error.code
    if isinstance(error, exceptions.PermissionDenied) and "CSRF" in str(error.detail):
        return "csrf_failed"
    if getattr(error.__cause__, "sqlstate", None) in _PASSING_STATES:
        return "unavailable"
    return next((code for kind, code in _CODES if isinstance(error, kind)), "internal_error")


def _facts(error: BaseException) -> dict[str, object]:
    return error.facts if isinstance(error, Refused) else {}


def _extras(error: BaseException) -> dict[str, Any]:
    """The members beside the standard ones: `errors`, `game`, `index`."""
    if isinstance(error, exceptions.ValidationError):
        return {"errors": error.detail}
    if isinstance(error, ModelValidationError):
        return {"errors": error.message_dict}
    if not isinstance(error, Refused):
        return {}
    game = error.game and game_answer(error.game, timezone.now())
    found = {"errors": error.errors, "game": game, "index": error.index}
    return {name: value for name, value in found.items() if value is not None}


def _retry_after(error: BaseException, code: str) -> int | None:
    if code in {"unavailable", "outcome_unknown"}:
        return RETRY_AFTER_OUTAGE
    if isinstance(error, exceptions.Throttled):
        return math.ceil(getattr(error, "wait", None) or 1)
    return error.retry_after if isinstance(error, Refused) else None


def _body(error: BaseException, code: str) -> dict[str, Any]:
    problem = PROBLEMS[code]
    return {
        "type": f"/problems#{code}",
        "title": str(problem.title),
        "status": problem.status,
        "detail": str(problem.detail).format_map(_facts(error)),
        "code": code,
        **_extras(error),
    }


class ProblemDocument(HttpResponse):
    """An answer by the row `code` of the table."""

    def __init__(self, body: bytes, code: str) -> None:
        super().__init__(body, PROBLEM_JSON, PROBLEMS[code].status)
        self.code = code


def problem(error: BaseException, request: HttpRequest) -> HttpResponse:
    """The problem document for an error, in the language that the request asks for."""
    code = _code(error)
    if code == "internal_error":
        path = escape_uri_path(request.path)  # which can hold what looks like a line of its own
        logger.error("unhandled in %s %s", request.method, path, exc_info=error)
    language = translation.get_language_from_request(request)
    with translation.override(language):
        body = orjson.dumps(_body(error, code), default=str, option=orjson.OPT_UTC_Z)
    answer = ProblemDocument(body, code)
    COUNTED.labels(code).inc()
    refusal_log(request, code=code, status=answer.status_code)
    answer["Content-Language"] = language
    patch_vary_headers(answer, ["Accept-Language"])
    if (seconds := _retry_after(error, code)) is not None:
        answer["Retry-After"] = str(seconds)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def problem_response(error: BaseException, context: dict[str, Any]) -> HttpResponse:
    """Django REST Framework's exception handler: every error of an API view ends here."""
    return problem(error, context["request"]._request)


def _page(request: HttpRequest, error: BaseException) -> HttpResponse:
    """The same row of the table as a page for people, or as a problem for the API."""
    if request.path.startswith("/api/"):
        return problem(error, request)
    code = _code(error)
    row = PROBLEMS[code]
    shown: dict[str, object] = {"problem": row, "code": code}
    if row.status >= HTTPStatus.INTERNAL_SERVER_ERROR or not hasattr(request, "user"):
        # The account's may be what cannot be read, or it was refused before anybody looked.
        shown["look"] = look_in_browser(request)
    answer = render(request, "error.html", shown, status=row.status)
    if (seconds := _retry_after(error, code)) is not None:
        answer["Retry-After"] = str(seconds)
    COUNTED.labels(code).inc()
    refusal_log(request, code=code, status=answer.status_code)
    return answer


def _refusal(exception: Exception, status: int) -> Refused | None:
    """What a page was refused for, when that is why Django's exception was raised."""
    cause = exception.__cause__
    if isinstance(cause, Refused) and PROBLEMS[cause.code].status == status:
        return cause
    return None


@csrf_exempt
def no_such_address(request: HttpRequest) -> HttpResponse:
    """Answer for every address below `/api/` that is none, by any method, with DEBUG on as well."""
    return problem(Http404(), request)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler404`."""
    return _page(request, _refusal(exception, 404) or Http404())


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler403`."""
    return _page(request, _refusal(exception, 403) or PermissionDenied())


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler400`: a request that Django itself found suspicious."""
    return _page(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`; a database that cannot be reached is a 503."""
    return _page(request, sys.exc_info()[1] or RuntimeError("no exception at hand"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's `CSRF_FAILURE_VIEW`."""
    return _page(request, Refused("csrf_failed"))

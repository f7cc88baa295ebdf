"""Refused access, in the log."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from accounts.events import security_event
from accounts.models import User

if TYPE_CHECKING:
    from django.http import HttpRequest

WATCHED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}
# accounts.events tells of these, which are no question of access.
_SIGN_INS = {"bad_credentials", "bad_code", "second_factor_required", "too_many_attempts"}


def refusal_log(request: HttpRequest, *, code: str, status: int) -> None:
    """Log that somebody was not let in, has no right, or asks too often; by route, not by path."""
    if status not in WATCHED or code in _SIGN_INS:
        return
    match = request.resolver_match
    route = match.route if match else None
    security_event(
        "access_refused", player=_player(request), code=code, method=request.method, route=route
    )


def _player(request: HttpRequest) -> int | None:
    """Whoever is known by now; nobody is looked up, perhaps in vain."""
    known = (vars(request).get("_cached_user"), vars(request).get("user"))
    return next((user.pk for user in known if type(user) is User), None)

"""The look that a browser keeps: of those without an account, and until an account has it.

The cookie is a quoted query string, `theme=dark&deck=four-colour`; settings.js writes it, too,
under the name that its form gives (`data-cookie`).
`unsent=ann` in it says that it is ann's newest look, and that her account does not have it yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote, urlencode

from django.conf import settings
from django.utils.functional import SimpleLazyObject

from accounts.looks import LOOKS, look_of
from accounts.models import User

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

COOKIE, UNSENT = f"{settings.COOKIE_PREFIX}look", "unsent"


def look(request: HttpRequest) -> dict[str, object]:
    """Give every template the `look` of who asks, by name; asked for when a page is drawn."""
    return {"look": SimpleLazyObject(lambda: look_shown(request)), "look_cookie": COOKIE}


def look_shown(request: HttpRequest) -> dict[str, str]:
    """Return the account's look, under what it could not be told yet; else the browser's."""
    player = request.user
    if isinstance(player, User) and not player.is_guest:
        return look_of(player) | look_kept(request, unsent=player.username)
    return look_in_browser(request)


def look_in_browser(request: HttpRequest) -> dict[str, str]:
    """Return the look that the browser keeps, whoever sits in front of it."""
    return look_of(User()) | look_kept(request)


def look_kept(request: HttpRequest, unsent: str = "") -> dict[str, str]:
    """Return what the cookie holds, nothing but values of ours; all of it, or what is `unsent`."""
    kept = dict(parse_qsl(unquote(request.COOKIES.get(COOKIE, ""))))
    if unsent and kept.get(UNSENT) != unsent:
        return {}
    return {name: kept[name] for name, has in LOOKS.items() if kept.get(name) in has.values}


def look_keep(answer: HttpResponse, look: Mapping[str, str]) -> None:
    """Let the browser keep a look. Not HttpOnly: a module of the page writes it as well."""
    answer.set_cookie(
        COOKIE,
        quote(urlencode(look)),
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )

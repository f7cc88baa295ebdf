"""The choice of a language for pages and mails: in the account, and in a cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services.players import settings_choose

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language that a form sends, and go back to its page; no other than ours is kept."""
    answer = HttpResponseRedirect(_page_before(request))
    wished = request.POST.get("language", "")
    if wished not in dict(settings.LANGUAGES):
        return answer
    if isinstance(request.user, User):
        settings_choose(player=request.user, language=wished)
    language_keep(answer, wished)
    return answer


def language_keep(answer: HttpResponse, language: str) -> None:
    """Let the browser send the language from now on; Django reads it from there."""
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def _page_before(request: HttpRequest) -> str:
    """Return the path that the form came with, unless it is none or leads elsewhere."""
    address = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if is_ours and address.startswith("/") else "/"

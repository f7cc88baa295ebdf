"""Who asks for a page, and what they get when it is not for them."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from accounts.errors import Refused
from accounts.models import User

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")


def page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Keep a page private: it names who asks. Refusals become what browsers know."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refusal:
            response = _refused(request, refusal)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return answer


def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    if refusal.code == "not_signed_in":
        # What was posted is not there any more after the sign-in.
        is_form = request.method == "POST"
        return redirect_to_login(reverse("home") if is_form else request.get_full_path())
    if refusal.code == "not_settled":
        raise PermissionDenied from refusal
    raise Http404 from refusal


def asker(request: HttpRequest) -> User | None:
    """Who asks; None for somebody not signed in."""
    return request.user if isinstance(request.user, User) else None


def member(request: HttpRequest) -> User:
    """The player who asks. Raises `not_signed_in`."""
    if not isinstance(request.user, User):
        raise Refused("not_signed_in")
    return request.user

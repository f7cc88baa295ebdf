"""Who asks for a page, and what they get when it is not for them."""

from __future__ import annotations

import math
import time
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from allauth.account.app_settings import REAUTHENTICATION_TIMEOUT
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.addresses import client_address
from accounts.errors import Refused
from accounts.models import User
from games.services.guests import guest_begin
from games.views.askers import asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from games.models import Game

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
    if refusal.code == "throttled":
        answer = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
        answer["Retry-After"] = str(refusal.retry_after)
        return answer
    if refusal.code in {"busy", "unavailable"}:
        raise refusal
    if refusal.code in {"not_settled", "forbidden"}:
        raise PermissionDenied from refusal
    raise Http404 from refusal


def start_game(request: HttpRequest, start: Callable[[User], Game]) -> HttpResponse:
    """Start a game for who asks and go to its board; nobody becomes a guest by it.

    Raises `throttled`, and what `start` refuses: then no guest is made either.
    """
    player = asker(request)
    if player is not None:
        return redirect("play", game_id=start(player).pk)
    count_request(request, "guest")
    game = guest_begin(start=start)
    login(request, game.player)
    return redirect("play", game_id=game.pk)


class AddressThrottle(SimpleRateThrottle):
    """Keeps one address from crowding out the others; counted per process, without SQL."""

    cache = caches["process"]

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"{self.scope}:{client_address(request._request)}"


def count_request(request: HttpRequest, scope: str) -> None:
    """Count a request of a scope, a row of DEFAULT_THROTTLE_RATES. Raises `throttled`."""
    throttle = AddressThrottle(scope)
    if not throttle.allow_request(Request(request), APIView()):
        raise Refused("throttled", retry_after=math.ceil(throttle.wait() or 1))


def member(request: HttpRequest) -> User:
    """The player who asks. Raises `not_signed_in`."""
    if not isinstance(request.user, User):
        raise Refused("not_signed_in")
    return request.user


def member_for_sure(request: HttpRequest) -> User:
    """The player who asks, and who has shown within five minutes that it is them.

    Raises allauth's ReauthenticationRequired: its middleware asks on a page of its own, and then
    goes on with what was asked for. A guest has nothing to show but the session.
    """
    player = member(request)
    if not player.is_guest and not _has_just_signed_in(request, player):
        raise_if_reauthentication_required(request, app="")
    return player


def _has_just_signed_in(request: HttpRequest, player: User) -> bool:
    """Which to allauth is not enough."""
    shown = get_authentication_records(request, player)
    return bool(shown) and time.time() - shown[-1]["at"] < REAUTHENTICATION_TIMEOUT

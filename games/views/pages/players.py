"""A player, and my account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import logout
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.addresses import client_address
from accounts.errors import Refused
from accounts.selectors import player_named, tokens_of
from accounts.services import password_confirm
from games.selectors.figures import daily_wins
from games.selectors.statistics import player_statistics
from games.serializers.players import player_answer
from games.services.players import player_delete
from games.views.pages.asking import member, page
from games.views.pages.plots import wins_plot

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_WHY_STILL_THERE = {
    "bad_credentials": "That is not your password. Nothing was deleted.",
    "too_many_attempts": "Too many attempts. Nothing was deleted; wait some minutes.",
}


@require_safe
@page
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What anyone may know of a player."""
    shown = player_named(name)
    figures = player_statistics(shown, timezone.now().date())
    plot = wins_plot(daily_wins(shown))
    return render(
        request, "games/player.html", {"player": player_answer(shown, figures), "plot": plot}
    )


@require_safe
@page
def me(request: HttpRequest) -> HttpResponse:
    """The player's own account; of a guest, what can become of it."""
    player = member(request)
    if player.is_guest:
        return render(request, "games/me_guest.html")
    return render(request, "games/me.html", {"tokens": tokens_of(player)})


@require_POST
@page
def me_delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, once the password has been given again; a guest has none to give."""
    leaving = member(request)
    password = request.POST.get("password", "")
    if not leaving.is_guest:
        try:
            password_confirm(player=leaving, address=client_address(request), password=password)
        except Refused as refusal:
            messages.error(request, _WHY_STILL_THERE[refusal.code])
            return redirect("me")
    player_delete(player=leaving)
    logout(request)
    return redirect("home")

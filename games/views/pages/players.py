"""A player as anyone sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.selectors import player_named
from games.selectors.figures import daily_wins
from games.selectors.statistics import player_statistics
from games.serializers.players import player_answer
from games.views.pages.asking import page
from games.views.pages.plots import wins_plot

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


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

"""My games, the board of one, and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.selectors.games import game_for, game_seen_by, games_page
from games.selectors.replays import positions_of, review_state, stock_to_show
from games.selectors.reviews import review_ready
from games.serializers.games import game_answer, history_answer
from games.serializers.reviews import review_answer
from games.services.casual import casual_start
from games.views.pages.asking import member, page, start_game
from games.views.pages.forms import GamesFilter
from games.views.pages.viewer import viewer_shown

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

GAMES_ON_A_PAGE = 30


@require_safe
@page
def my_games(request: HttpRequest) -> HttpResponse:
    """The player's games, newest first: all, or those that the form asks for."""
    player, now = member(request), timezone.now()
    asked = GamesFilter(request.GET)
    if not asked.is_valid():
        return render(request, "games/my_games.html", {"form": asked, "games": []})
    cursor, narrowed = request.GET.get("cursor"), asked.narrowed()
    found = games_page(player, now, cursor=cursor, limit=GAMES_ON_A_PAGE, **narrowed)
    games = [game_answer(game, now) for game in found.rows]
    shown = {"form": asked, "games": games, "page": found, "kept": asked.query()}
    return render(request, "games/my_games.html", shown)


@require_POST
@page
def new_game(request: HttpRequest) -> HttpResponse:
    """Start a casual game: on the deal of a settled day, or on a fresh one."""
    daily, now = request.POST.get("daily"), timezone.now()
    return start_game(request, lambda player: casual_start(player=player, now=now, daily=daily))


@require_safe
@page
def play(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board of one of the player's own games."""
    game = game_for(member(request), game_id)
    return render(request, "games/play.html", {"game": game_answer(game, timezone.now())})


@require_safe
@page
def history(request: HttpRequest, game_id: int) -> HttpResponse:
    """A game's actions, the position after each and that after `ply` of them, and its review."""
    now = timezone.now()
    game = game_seen_by(request.user, game_id, now)
    review = review_state(game, now)
    ready = review_ready(game) if review == "asked" else None
    found = review_answer(ready, game) if ready else None
    actions, positions = history_answer(game, positions=None), positions_of(game)
    shown = {
        "game": game_answer(game, now),
        "actions": actions,
        "viewer": viewer_shown(actions, positions, asked=request.GET.get("ply", ""), found=found),
        "found": found,
        "stock": stock_to_show(game, review),
        "review": review,
        "is_mine": game.player_id == request.user.pk,
        "is_guests": game.player.is_guest,
    }
    return render(request, "games/history.html", shown)

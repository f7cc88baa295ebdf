"""My games, the board of one, and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.engine import Deck, opening, parse_history, walk
from games.selectors import keyset
from games.selectors.games import game_for, game_seen_by, games_of, is_ranked
from games.serializers.games import game_answer, history_answer
from games.services.casual import casual_start
from games.views.pages.asking import member, page, start_game

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from games.models import Game

GAMES_ON_A_PAGE = 30


@require_safe
@page
def my_games(request: HttpRequest) -> HttpResponse:
    """The player's games, newest first."""
    now = timezone.now()
    found = keyset.page(
        games_of(member(request), now),
        ("-id",),
        cursor=request.GET.get("cursor"),
        limit=GAMES_ON_A_PAGE,
    )
    games = [game_answer(game, now) for game in found.rows]
    return render(request, "games/my_games.html", {"games": games, "page": found})


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
    """A game's actions, and the position after each."""
    now = timezone.now()
    game = game_seen_by(request.user, game_id, now)
    shown = {
        "game": game_answer(game, now),
        "actions": history_answer(game, positions=None),
        "positions": _positions(game),
        "is_mine": game.player_id == request.user.pk,
        "is_guests": game.player.is_guest,
    }
    return render(request, "games/history.html", shown)


def _positions(game: Game) -> list[str]:
    """The position before the first action and after each, the stock hidden (R13)."""
    deck = Deck.parse(game.deal.deck)
    attempts = walk(deck, parse_history(game.history), ranked=is_ranked(game))
    positions = [opening(deck), *(attempt.position for attempt in attempts)]
    return [str(position.hidden()) for position in positions]

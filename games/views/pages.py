"""The pages: what the API answers, as HTML. The board itself talks to the API."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.addresses import client_address
from accounts.errors import Refused
from accounts.models import User
from accounts.selectors import player_named, tokens_of
from accounts.services import password_confirm
from games.engine import Deck, opening, parse_history, walk
from games.models import Contest, Game
from games.selectors import keyset
from games.selectors.boards import contest_board, period_board, periods_of
from games.selectors.contests import contest_games, dailies, day_from
from games.selectors.games import game_for, game_seen_by, games_of, is_ranked
from games.selectors.statistics import player_statistics
from games.serializers.boards import entries_answer, standings_answer
from games.serializers.contests import daily_answer
from games.serializers.games import game_answer, history_answer
from games.serializers.players import player_answer
from games.services.casual import casual_start
from games.services.dailies import daily_open
from games.services.games import ranked_game_open
from games.services.players import player_delete

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")

TOP_OF_THE_BOARD = 10
ROWS_ON_A_PAGE = 30
_WHY_STILL_THERE = {
    "bad_credentials": "That is not your password. Nothing was deleted.",
    "too_many_attempts": "Too many attempts. Nothing was deleted; wait some minutes.",
}


def page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Make what the rooms below refuse into the answers that browsers know."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            if refusal.code == "not_signed_in":
                return redirect_to_login(request.get_full_path())
            if refusal.code == "not_settled":
                raise PermissionDenied from refusal
            raise Http404 from refusal

    return answer


# -- Days and boards


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today's deal and the top of its board."""
    now = timezone.now()
    contest = daily_open(day=day_from("today", now), now=now)
    board = contest_board(contest, _player(request), limit=TOP_OF_THE_BOARD)
    shown = {"daily": _daily(request, contest, now), "board": entries_answer(board)}
    return render(request, "games/home.html", shown)


@require_safe
@page
def archive(request: HttpRequest) -> HttpResponse:
    """The days so far, newest first."""
    now = timezone.now()
    daily_open(day=day_from("today", now), now=now)
    found = keyset.page(
        dailies(now), ("-date",), cursor=request.GET.get("cursor"), limit=ROWS_ON_A_PAGE
    )
    mine = contest_games(_player(request), found.rows)
    days = [daily_answer(contest, mine.get(contest.pk), now) for contest in found.rows]
    return render(request, "games/archive.html", {"days": days, "page": found})


@require_safe
@page
def daily(request: HttpRequest, day: str) -> HttpResponse:
    """A day's facts; the seed and the deck once it is settled."""
    now = timezone.now()
    shown = _daily(request, _contest(day, now), now)
    return render(request, "games/daily.html", {"daily": shown})


@require_POST
@login_required
@page
def daily_play(request: HttpRequest, day: str) -> HttpResponse:
    """Start or resume the ranked game of a day, if it still takes one."""
    now = timezone.now()
    try:
        game, _ = ranked_game_open(player=_signed_in(request), contest=_contest(day, now), now=now)
    except Refused as refusal:
        if refusal.code != "closed":
            raise
        return redirect("daily", day=day)
    return redirect("play", game_id=game.pk)


@require_safe
@page
def daily_board(request: HttpRequest, day: str) -> HttpResponse:
    """A page of a day's board."""
    now = timezone.now()
    contest = _contest(day, now)
    board = contest_board(
        contest,
        _player(request),
        cursor=request.GET.get("cursor"),
        around_me=request.GET.get("around") == "me",
    )
    shown = {"daily": _daily(request, contest, now), "board": entries_answer(board)}
    return render(request, "games/daily_board.html", {**shown, "page": board.page})


@require_safe
@page
def standings(request: HttpRequest, period: str) -> HttpResponse:
    """A page of the board of a period."""
    board = period_board(
        period,
        _player(request),
        cursor=request.GET.get("cursor"),
        around_me=request.GET.get("around") == "me",
    )
    _, year, month, week = periods_of(timezone.now().date())
    shown = {"period": period, "year": year, "month": month, "week": week}
    return render(
        request,
        "games/standings.html",
        {**shown, "board": standings_answer(board), "page": board.page},
    )


# -- Games


@require_safe
@login_required
@page
def my_games(request: HttpRequest) -> HttpResponse:
    """The player's games, newest first."""
    now = timezone.now()
    found = keyset.page(
        games_of(_signed_in(request), now),
        ("-id",),
        cursor=request.GET.get("cursor"),
        limit=ROWS_ON_A_PAGE,
    )
    games = [game_answer(game, now) for game in found.rows]
    return render(request, "games/my_games.html", {"games": games, "page": found})


@require_POST
@login_required
@page
def new_game(request: HttpRequest) -> HttpResponse:
    """Start a casual game: on the deal of a settled day, or on a fresh one."""
    daily = request.POST.get("daily")
    game = casual_start(player=_signed_in(request), now=timezone.now(), daily=daily)
    return redirect("play", game_id=game.pk)


@require_safe
@login_required
@page
def play(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board of one of the player's own games."""
    game = game_for(_signed_in(request), game_id)
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
    }
    return render(request, "games/history.html", shown)


# -- Players


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What anyone may know of a player."""
    shown = player_named(name)
    figures = player_statistics(shown, timezone.now().date())
    return render(request, "games/player.html", {"player": player_answer(shown, figures)})


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """The player's own account."""
    return render(request, "games/me.html", {"tokens": tokens_of(_signed_in(request))})


@require_POST
@login_required
def me_delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, once the password has been given again."""
    leaving = _signed_in(request)
    password = request.POST.get("password", "")
    try:
        password_confirm(player=leaving, address=client_address(request), password=password)
    except Refused as refusal:
        messages.error(request, _WHY_STILL_THERE[refusal.code])
        return redirect("me")
    player_delete(player=leaving)
    logout(request)
    return redirect("home")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The game, in words."""
    return render(request, "games/rules.html")


# -- What the pages share


def _player(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _signed_in(request: HttpRequest) -> User:
    """The player behind `login_required`."""
    if not isinstance(request.user, User):
        raise Refused("not_signed_in")
    return request.user


def _contest(day: str, now: datetime) -> Contest:
    return daily_open(day=day_from(day, now), now=now)


def _daily(request: HttpRequest, contest: Contest, now: datetime) -> dict[str, Any]:
    mine = contest_games(_player(request), [contest])
    return daily_answer(contest, mine.get(contest.pk), now)


def _positions(game: Game) -> list[str]:
    """The position before the first action and after each, the stock hidden (R13)."""
    deck = Deck.parse(game.deal.deck)
    attempts = walk(deck, parse_history(game.history), ranked=is_ranked(game))
    positions = [opening(deck), *(attempt.position for attempt in attempts)]
    return [str(position.hidden()) for position in positions]

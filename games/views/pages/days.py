"""The day's deal, and the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Refused
from games.selectors.boards import contest_board, period_board, periods_of
from games.selectors.contests import contest_games, day_from
from games.selectors.months import days_around
from games.serializers.boards import entries_answer, standings_answer
from games.serializers.contests import daily_answer
from games.services.dailies import daily_open
from games.services.games import ranked_game_open
from games.views.pages.asking import asker, page, start_game

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from accounts.models import User
    from games.models import Contest, Game

TOP_OF_THE_BOARD = 10


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """Today's deal and the top of its board."""
    now = timezone.now()
    contest = daily_open(day=day_from("today", now), now=now)
    board = contest_board(contest, asker(request), limit=TOP_OF_THE_BOARD)
    shown = {"daily": _daily(request, contest, now), "board": entries_answer(board)}
    return render(request, "games/home.html", shown)


@require_safe
@page
def daily(request: HttpRequest, day: str) -> HttpResponse:
    """A day's facts; the seed and the deck once it is settled."""
    now = timezone.now()
    shown = _daily(request, _contest(day, now), now)
    before, after = days_around(shown["date"], now)
    return render(request, "games/daily.html", {"daily": shown, "before": before, "after": after})


@require_POST
@page
def daily_play(request: HttpRequest, day: str) -> HttpResponse:
    """Start or resume the ranked game of a day, if it still takes one."""
    now = timezone.now()
    contest = _contest(day, now)

    def start(player: User) -> Game:
        game, _ = ranked_game_open(player=player, contest=contest, now=now)
        return game

    try:
        return start_game(request, start)
    except Refused as refusal:
        if refusal.code != "closed":
            raise
        return redirect("daily", day=day)


@require_safe
@page
def daily_board(request: HttpRequest, day: str) -> HttpResponse:
    """A page of a day's board."""
    now = timezone.now()
    contest = _contest(day, now)
    board = contest_board(
        contest,
        asker(request),
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
        asker(request),
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


def _contest(day: str, now: datetime) -> Contest:
    return daily_open(day=day_from(day, now), now=now)


def _daily(request: HttpRequest, contest: Contest, now: datetime) -> dict[str, Any]:
    mine = contest_games(asker(request), [contest])
    return daily_answer(contest, mine.get(contest.pk), now)

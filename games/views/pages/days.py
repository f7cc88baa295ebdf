"""The day's deal, and the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Refused
from games.selectors.boards import contest_board, contest_tallies, period_board
from games.selectors.contests import contest_games, contest_name, day_from, is_settled
from games.selectors.months import days_around
from games.selectors.periods import period_from, periods_at
from games.serializers.boards import entries_answer, standings_answer
from games.serializers.contests import daily_answer
from games.services.dailies import daily_open
from games.services.games import ranked_game_open
from games.views.askers import asker
from games.views.pages.asking import page, start_game
from games.views.pages.plots import distribution

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from accounts.models import User
    from games.models import Contest, Game
    from games.views.pages.plots import Bar

TOP_OF_THE_BOARD = 10


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """Today's deal and the top of its board."""
    now = timezone.now()
    contest = daily_open(day=day_from("today", now), now=now)
    board = contest_board(contest, asker(request), limit=TOP_OF_THE_BOARD)
    shown = {
        "daily": _daily(request, contest, now),
        "board": entries_answer(board, contest, now),
    }
    return render(request, "games/home.html", shown)


@require_safe
@page
def daily(request: HttpRequest, day: str) -> HttpResponse:
    """A day's facts; the seed and the deck once it is settled."""
    now = timezone.now()
    contest = _contest(day, now)
    answer = _daily(request, contest, now)
    before, after = days_around(answer["date"], now)
    shown = {
        "daily": answer,
        "before": before,
        "after": after,
        "bars": _bars(contest_tallies(contest), answer),
        "proof": _proof(contest, now),
    }
    return render(request, "games/daily.html", shown)


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
    answer = _daily(request, contest, now)
    before, after = days_around(answer["date"], now)
    shown = {
        "daily": answer,
        "board": entries_answer(board, contest, now),
        "page": board.page,
        "before": before,
        "after": after,
        "beside": periods_at(answer["date"]),
        "bars": _bars(board.tallies, answer),
    }
    return render(request, "games/daily_board.html", shown)


@require_safe
@page
def standings(request: HttpRequest, period: str) -> HttpResponse:
    """A page of the board of a period."""
    today = timezone.now().date()
    board = period_board(
        period,
        asker(request),
        cursor=request.GET.get("cursor"),
        around_me=request.GET.get("around") == "me",
    )
    named = period_from(period, today)
    shown = {"period": named, "beside": periods_at(min(named.last, today))}
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


def _proof(contest: Contest, now: datetime) -> dict[str, Any] | None:
    """What seed and deck of a settled day are checked by, with the line that won its search."""
    if not is_settled(contest, now):
        return None
    deal = contest.deal
    version, line = deal.shuffle_version, deal.solution
    return {"shuffle_version": version, "contest": contest_name(contest), "line": line}


def _bars(tallies: Mapping[int, int], daily: dict[str, Any]) -> list[Bar]:
    """The day's wins by moves, and among them the asker's own, if it counts."""
    result = daily["my_result"]
    is_on_board = result is not None and result["rank"] is not None
    return distribution(tallies, result["moves"] if is_on_board else None)

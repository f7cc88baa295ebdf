"""The daily: the day's deal, my game of it, its board; and the boards of periods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import player_of
from accounts.schema import problems
from agnes_site.wire import JsonAnswer
from games.selectors.boards import contest_board, period_board
from games.selectors.contests import contest_games, dailies_page, day_from
from games.serializers.boards import (
    LeaderboardSerializer,
    PeriodBoardSerializer,
    entries_answer,
    standings_answer,
)
from games.serializers.contests import DailyPageSerializer, DailySerializer, daily_answer
from games.serializers.games import GameSerializer, game_answer
from games.services.dailies import daily_open
from games.services.games import ranked_game_open
from games.views.answers import (
    DAILY,
    GAME,
    LEADERBOARD,
    STANDING,
    answers,
    listed,
)
from games.views.askers import asker
from games.views.paging import (
    AROUND_PARAMETER,
    PAGE_PARAMETERS,
    around_me_from,
    limit_from,
    links,
)

if TYPE_CHECKING:
    from rest_framework.request import Request


class Dailies(APIView):
    """Past and present dailies, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="daily_list",
        parameters=PAGE_PARAMETERS,
        responses={200: answers(DailyPageSerializer, listed(DAILY)), 400: problems("bad_cursor")},
    )
    def get(self, request: Request) -> JsonAnswer:
        now = timezone.now()
        daily_open(day=day_from("today", now), now=now)
        cursor = request.query_params.get("cursor")
        page = dailies_page(now, cursor=cursor, limit=limit_from(request))
        mine = contest_games(asker(request), page.rows)
        rows = [daily_answer(row, mine.get(row.pk), now) for row in page.rows]
        return JsonAnswer({"results": rows, **links(request, page)})


class Daily(APIView):
    """One day's deal; `today` is a date, too."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="daily_read",
        responses={200: answers(DailySerializer, DAILY), 404: problems("no_such_daily")},
    )
    def get(self, request: Request, day: str) -> JsonAnswer:
        now = timezone.now()
        contest = daily_open(day=day_from(day, now), now=now)
        mine = contest_games(asker(request), [contest])
        return JsonAnswer(daily_answer(contest, mine.get(contest.pk), now))


class DailyGame(APIView):
    """My one ranked game of a day."""

    @extend_schema(
        operation_id="daily_play",
        request=None,
        responses={
            201: answers(GameSerializer, GAME, "Started now."),
            200: answers(GameSerializer, GAME, "Started before: the same game."),
            404: problems("no_such_daily"),
            409: problems("closed"),
        },
    )
    def post(self, request: Request, day: str) -> Response:
        now = timezone.now()
        contest = daily_open(day=day_from(day, now), now=now)
        game, is_new = ranked_game_open(player=player_of(request), contest=contest, now=now)
        return Response(game_answer(game, now), 201 if is_new else 200)


class DailyBoard(APIView):
    """The board of a day: fewest moves first, equal moves share a rank."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="daily_leaderboard",
        parameters=[*PAGE_PARAMETERS, AROUND_PARAMETER],
        responses={
            200: answers(LeaderboardSerializer, LEADERBOARD),
            400: problems("bad_cursor", "invalid"),
            404: problems("no_such_daily"),
        },
    )
    def get(self, request: Request, day: str) -> JsonAnswer:
        now = timezone.now()
        contest = daily_open(day=day_from(day, now), now=now)
        board = contest_board(
            contest,
            asker(request),
            cursor=request.query_params.get("cursor"),
            around_me=around_me_from(request),
            limit=limit_from(request),
        )
        head = {"date": contest.date, **entries_answer(board, contest, now)}
        return JsonAnswer({**head, **links(request, board.page)})


class PeriodBoard(APIView):
    """The board of a period: `all`, `2026`, `2026-11`, `2026-W48`."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="period_leaderboard",
        parameters=[*PAGE_PARAMETERS, AROUND_PARAMETER],
        responses={
            200: answers(
                PeriodBoardSerializer, {"period": "2026", **listed(STANDING), "me": STANDING}
            ),
            400: problems("bad_cursor", "invalid"),
            404: problems("not_found"),
        },
    )
    def get(self, request: Request, period: str) -> JsonAnswer:
        board = period_board(
            period,
            asker(request),
            cursor=request.query_params.get("cursor"),
            around_me=around_me_from(request),
            limit=limit_from(request),
        )
        head = {"period": period, **standings_answer(board)}
        return JsonAnswer({**head, **links(request, board.page)})

"""Games: start, list, read, publish; the record of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    extend_schema,
)
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import player_of
from accounts.schema import problems
from agnes_site.wire import JsonAnswer
from games.selectors.games import games_of, games_page
from games.serializers.games import (
    GameFilterSerializer,
    GamePageSerializer,
    GameSerializer,
    NewGameSerializer,
    PublicSerializer,
    game_answer,
)
from games.serializers.records import score_sheet
from games.services.casual import casual_start
from games.services.games import game_publish
from games.views.acting import ActingView
from games.views.answers import DECK, GAME, RECORD, answers, listed
from games.views.paging import PAGE_PARAMETERS, limit_from, links

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from django.db.models import QuerySet
    from rest_framework.request import Request

    from games.models import Game as GameRow

NDJSON = "application/x-ndjson"
_CHUNK = 200
_LINE = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE


class Games(APIView):
    """My games, and a new casual one."""

    @property
    def throttle_scope(self) -> str | None:
        """Only a new game is held to a rate."""
        return "new-game" if self.request.method == "POST" else None

    @extend_schema(
        operation_id="game_list",
        parameters=[GameFilterSerializer, *PAGE_PARAMETERS],
        responses={
            200: answers(GamePageSerializer, listed(GAME)),
            400: problems("invalid", "bad_cursor"),
        },
    )
    def get(self, request: Request) -> JsonAnswer | StreamingHttpResponse:
        """Newest first; with `Accept: application/x-ndjson` all of them, one a line."""
        wanted = GameFilterSerializer(data=request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        now = timezone.now()
        player, narrowed = player_of(request), wanted.validated_data
        if NDJSON in request.headers.get("Accept", ""):
            games = games_of(player, now, **narrowed).order_by("-id")
            return StreamingHttpResponse(_lines(games, now), content_type=NDJSON)
        cursor = request.query_params.get("cursor")
        page = games_page(player, now, cursor=cursor, limit=limit_from(request), **narrowed)
        rows = [game_answer(game, now) for game in page.rows]
        return JsonAnswer({"results": rows, **links(request, page)})

    @extend_schema(
        operation_id="game_create",
        request=NewGameSerializer,
        examples=[
            OpenApiExample("a fresh deal", value={}, request_only=True),
            OpenApiExample("a day to play again", value={"daily": "2026-11-30"}, request_only=True),
            OpenApiExample("a deck of your own", value={"deck": DECK}, request_only=True),
        ],
        responses={
            201: answers(GameSerializer, GAME),
            400: problems("invalid", "bad_notation"),
            403: problems("not_settled"),
            404: problems("not_found", "no_such_daily"),
            503: problems("unavailable"),
        },
    )
    def post(self, request: Request) -> Response:
        asked = NewGameSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        chosen = {name: asked.validated_data.get(name) for name in ("deck", "deal", "daily")}
        winnable = asked.validated_data.get("winnable", True)
        now = timezone.now()
        game = casual_start(player=player_of(request), now=now, winnable=winnable, **chosen)
        return Response(game_answer(game, now), 201)


def _lines(games: QuerySet[GameRow], now: datetime) -> Iterator[bytes]:
    for game in games.iterator(_CHUNK):
        yield orjson.dumps(game_answer(game, now), option=_LINE)


class Game(ActingView):
    """One game."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="game_read",
        responses={
            200: answers(GameSerializer, GAME),
            401: problems("not_signed_in"),
            403: problems("not_settled"),
            404: problems("not_found"),
        },
    )
    def get(self, request: Request, game_id: int) -> JsonAnswer:
        """My own game, one of a settled contest, or a casual one made public."""
        now = timezone.now()
        return JsonAnswer(game_answer(self.seen_game(request, now), now))

    @extend_schema(
        operation_id="game_publish",
        request=PublicSerializer,
        examples=[OpenApiExample("example", value={"public": True}, request_only=True)],
        responses={
            200: answers(GameSerializer, GAME),
            400: problems("invalid"),
            401: problems("not_signed_in"),
            404: problems("not_found"),
            409: problems("not_finished"),
        },
    )
    def patch(self, request: Request, game_id: int) -> Response:
        """Let anyone see and replay a finished casual game, or nobody again."""
        game = self.own_game(request)
        asked = PublicSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        game = game_publish(game=game, is_public=asked.validated_data["public"])
        return Response(game_answer(game, timezone.now()))


class GameRecord(ActingView):
    """The whole game as text."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="game_record",
        responses={
            (200, "text/plain"): answers(OpenApiTypes.STR, RECORD, "Headers and actions."),
            401: problems("not_signed_in"),
            403: problems("not_settled"),
            404: problems("not_found"),
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Headers and actions, enough to replay and verify the game anywhere."""
        now = timezone.now()
        return HttpResponse(
            str(score_sheet(self.seen_game(request, now), now)), "text/plain; charset=utf-8"
        )

"""Games: start, list, read, play, concede, publish; their history and record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
)
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import player_of
from accounts.schema import problems
from agnes_site.wire import JsonAnswer
from games.engine import Deck, parse_history, walk
from games.selectors.games import games_of, games_page, is_ranked
from games.serializers.games import (
    GameFilterSerializer,
    GamePageSerializer,
    GameSerializer,
    HistorySerializer,
    NewGameSerializer,
    PlaySerializer,
    PlySerializer,
    PublicSerializer,
    game_answer,
    history_answer,
    play_from,
    ply_from,
)
from games.serializers.records import score_sheet
from games.services.casual import casual_start
from games.services.games import game_concede, game_play, game_publish
from games.views.acting import ActingView
from games.views.answers import ACTION, DECK, GAME, RECORD, answers, listed
from games.views.paging import PAGE_PARAMETERS, history_page, limit_from, links

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


class GameMoves(ActingView):
    """The actions of a game."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        operation_id="game_play",
        request=PlaySerializer,
        examples=[
            OpenApiExample("one", value={"ply": 41, "move": "r5-t2"}, request_only=True),
            OpenApiExample(
                "a list", value={"ply": 41, "moves": ["r5-t2", "deal"]}, request_only=True
            ),
        ],
        responses={
            200: answers(GameSerializer, GAME, "Played now, or a retry of what stands already."),
            400: problems("invalid", "bad_notation"),
            404: problems("not_found"),
            409: problems(
                "stale", "game_over", "closed", "nothing_to_undo", "undo_crosses_deal", "move_cap"
            ),
            422: problems("illegal_move"),
        },
    )
    def post(self, request: Request, game_id: int) -> JsonAnswer:
        """Play one action or a list of them, all or nothing: moves, `deal`, `undo`, `concede`."""
        sent_ply, actions = play_from(request.data)
        now = timezone.now()
        game = self.own_game(request)
        game = game_play(game=game, sent_ply=sent_ply, actions=actions, now=now)
        return JsonAnswer(game_answer(game, now))

    @extend_schema(
        operation_id="game_history",
        parameters=[
            OpenApiParameter("positions", str, enum=["0", "1"], description="1: add positions."),
            *PAGE_PARAMETERS,
        ],
        responses={
            200: answers(HistorySerializer, {"game": GAME, **listed(ACTION)}),
            400: problems("invalid", "bad_cursor"),
            401: problems("not_signed_in"),
            403: problems("not_settled"),
            404: problems("not_found"),
        },
    )
    def get(self, request: Request, game_id: int) -> JsonAnswer:
        """All actions in order, or a page of them with `?limit=`."""
        now = timezone.now()
        game = self.seen_game(request, now)
        rows = history_answer(game, positions=_positions(request, game))
        shown, around = history_page(request, rows)
        return JsonAnswer({"game": game_answer(game, now), "results": shown, **around})


def _positions(request: Request, game: GameRow) -> list[str] | None:
    """Replay the positions after each action, the stock hidden, when they are asked for."""
    wanted = request.query_params.get("positions", "0")
    if wanted not in {"0", "1"}:
        raise ValidationError({"positions": [_("Send 0 or 1.")]})
    if wanted == "0":
        return None
    attempts = walk(Deck.parse(game.deal.deck), parse_history(game.history), ranked=is_ranked(game))
    return [str(attempt.position.hidden()) for attempt in attempts]


class GameConcede(ActingView):
    """Giving up."""

    @extend_schema(
        operation_id="game_concede",
        request=PlySerializer,
        examples=[OpenApiExample("example", value={"ply": 41}, request_only=True)],
        responses={
            200: answers(GameSerializer, {**GAME, "status": "conceded", "moves": 42, "ply": 42}),
            400: problems("invalid"),
            404: problems("not_found"),
            409: problems("stale", "game_over", "closed", "move_cap"),
        },
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Give the game up: an action in the history like any other."""
        sent_ply = ply_from(request.data)
        now = timezone.now()
        game = self.own_game(request)
        return Response(game_answer(game_concede(game=game, sent_ply=sent_ply, now=now), now))


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

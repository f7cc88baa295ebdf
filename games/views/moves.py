"""Acting in a game: its moves, its history, giving it up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
)
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.response import Response

from accounts.schema import problems
from agnes_site.wire import JsonAnswer
from games.engine import Deck, parse_history, walk
from games.selectors.games import is_ranked
from games.serializers.games import (
    GameSerializer,
    HistorySerializer,
    PlaySerializer,
    PlySerializer,
    game_answer,
    history_answer,
    play_from,
    ply_from,
)
from games.services.games import game_concede, game_play
from games.views.acting import ActingView
from games.views.answers import ACTION, GAME, answers, listed
from games.views.paging import PAGE_PARAMETERS, history_page

if TYPE_CHECKING:
    from rest_framework.request import Request

    from games.models import Game as GameRow


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

"""Hints, for casual games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import check_may_act, player_of
from accounts.schema import problems
from games.selectors.games import game_for
from games.serializers.hints import (
    HintFilterSerializer,
    HintSerializer,
    HintStateSerializer,
    hint_answer,
    hint_state_answer,
)
from games.services.hints import hint_give, hint_verdict

if TYPE_CHECKING:
    from rest_framework.request import Request

HINT = {
    "ply": 1,
    "verdict": "winnable",
    "move": "t3-t5",
    "keeps": ["deal", "t3-t5", "r5-t3"],
    "loses": [],
    "undecided": [],
    "critical": False,
    "nodes": 0,
}
STATE = {"ply": 1, "state": "winnable"}


class GameHint(APIView):
    """What a casual game of mine is worth, and what to play."""

    throttle_scope = "hint"

    @extend_schema(
        operation_id="game_hint",
        parameters=[HintFilterSerializer],
        responses={
            200: OpenApiResponse(
                PolymorphicProxySerializer(
                    "HintAnswer", [HintSerializer, HintStateSerializer], None
                ),
                "The hint, or with `?level=verdict` the state alone. Either is counted in `hints`.",
                [
                    OpenApiExample("hint", value=HINT, response_only=True),
                    OpenApiExample("level=verdict", value=STATE, response_only=True),
                ],
            ),
            400: problems("invalid"),
            403: problems("scope_too_narrow", "csrf_failed"),
            404: problems("not_found"),
            409: problems("ranked", "game_over"),
            429: problems("throttled"),
        },
    )
    def get(self, request: Request, game_id: int) -> Response:
        """A true answer: the search knows the whole deal. At most 200,000 positions are searched.

        While the game is on the line that proved its deal winnable, the verdict and the move take
        no search. The hint is counted, so a token needs the scope `play`.
        """
        check_may_act(request)
        asked = HintFilterSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        now = timezone.now()
        game = game_for(player_of(request), game_id)
        if asked.validated_data["level"] == "verdict":
            return Response(hint_state_answer(game, hint_verdict(game=game, now=now)))
        return Response(hint_answer(game, hint_give(game=game, now=now)))

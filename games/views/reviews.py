"""The review of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.schema import problems
from games.jobs import review_request
from games.selectors.games import game_seen_by
from games.serializers.reviews import (
    ReviewProgressSerializer,
    ReviewSerializer,
    progress_answer,
    review_answer,
)
from games.views.answers import REVIEW, REVIEW_PROGRESS, answers

if TYPE_CHECKING:
    from rest_framework.request import Request

RETRY_AFTER = 1


class GameReview(APIView):
    """Where the win was lost."""

    permission_classes = (AllowAny,)
    throttle_scope = "review"

    @extend_schema(
        operation_id="game_review",
        parameters=[
            OpenApiParameter(
                "Retry-After",
                int,
                OpenApiParameter.HEADER,
                response=[202],
                description="Seconds to wait before asking again.",
            )
        ],
        responses={
            200: answers(ReviewSerializer, REVIEW),
            202: answers(ReviewProgressSerializer, REVIEW_PROGRESS, "Not ready: ask again."),
            401: problems("not_signed_in"),
            403: problems("not_settled"),
            404: problems("not_found"),
            409: problems("not_finished"),
            429: problems("throttled"),
        },
    )
    def get(self, request: Request, game_id: int) -> Response:
        """What could still be won after each action, and a winning line where the win was lost.

        Of a finished game of mine, of a settled contest, or made public. A worker computes it once;
        until then the answer is 202.
        """
        now = timezone.now()
        game = game_seen_by(request.user, game_id, now)
        review = review_request(game=game, now=now)
        if review.ready_at is None:
            return Response(progress_answer(review), 202, headers={"Retry-After": str(RETRY_AFTER)})
        return Response(review_answer(review, game))

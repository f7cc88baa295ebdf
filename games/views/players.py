"""Players: anyone's profile, my account with everything held about me."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import logout
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.addresses import client_address
from accounts.authentication import player_of
from accounts.mails import asker_of
from accounts.schema import problems
from accounts.selectors import player_named
from accounts.serializers import MeSerializer, PasswordSerializer
from accounts.services.players import player_update, settings_choose
from accounts.services.signing import password_confirm
from agnes_site.wire import JsonAnswer
from games.selectors.statistics import player_statistics
from games.serializers.exports import export_answer
from games.serializers.players import PlayerSerializer, player_answer
from games.services.players import player_delete
from games.views.answers import EXPORT, ME, PLAYER, answers

if TYPE_CHECKING:
    from rest_framework.request import Request


class Player(APIView):
    """Anyone's profile."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="player_read",
        responses={200: answers(PlayerSerializer, PLAYER), 404: problems("not_found")},
    )
    def get(self, request: Request, username: str) -> JsonAnswer:
        player = player_named(username)
        figures = player_statistics(player, timezone.now().date())
        return JsonAnswer(player_answer(player, figures))


class Me(APIView):
    """My own account."""

    @extend_schema(operation_id="me_read", responses={200: answers(MeSerializer, ME)})
    def get(self, request: Request) -> Response:
        return Response(MeSerializer(player_of(request)).data)

    @extend_schema(
        operation_id="me_update",
        request=MeSerializer,
        examples=[OpenApiExample("example", value={"email": "ann@example.org"}, request_only=True)],
        responses={
            200: answers(MeSerializer, ME),
            400: problems("invalid"),
            403: problems("forbidden"),
        },
    )
    def patch(self, request: Request) -> Response:
        """Change my settings: mail address, `""` for none, language, and how the pages look.

        A new address gets a mail with a link; until that is followed, the one confirmed before
        gets all other mails, and `email_confirmed` is false.

        The language, of pages and mails, is `en`, `es`, `fr` or `pt-pt`; with `""` it is what the
        browser asks for. `system` follows the player's system.
        """
        player = player_of(request)
        asked = MeSerializer(player, data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        wishes = dict(asked.validated_data)
        if "email" in wishes:
            asker = asker_of(request._request)
            player_update(player=player, email=wishes.pop("email"), asker=asker)
        if wishes:
            settings_choose(player=player, **wishes)
        return Response(MeSerializer(player).data)

    @extend_schema(
        operation_id="me_delete",
        request=PasswordSerializer,
        examples=[
            OpenApiExample("example", value={"password": "correct horse"}, request_only=True)
        ],
        responses={
            204: None,
            400: problems("invalid"),
            401: problems("bad_credentials"),
            429: problems("too_many_attempts"),
        },
    )
    def delete(self, request: Request) -> Response:
        """Delete my account with all its games; the others' ranks follow at once."""
        player = player_of(request)
        asked = PasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        password_confirm(
            player=player,
            address=client_address(request),
            password=asked.validated_data["password"],
        )
        player_delete(player=player)
        logout(request._request)
        return Response(status=204)


class MeExport(APIView):
    """Everything held about me."""

    @extend_schema(operation_id="me_export", responses={200: answers(OpenApiTypes.OBJECT, EXPORT)})
    def get(self, request: Request) -> Response:
        """My account, tokens, sessions, standings and games, each game with its record."""
        player = player_of(request)
        name = f'attachment; filename="agnes-{player.username}.json"'
        answer = export_answer(player, timezone.now())
        return Response(answer, headers={"Content-Disposition": name})

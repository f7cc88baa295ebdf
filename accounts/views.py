"""Signing up and API tokens. What needs games (`me`, `players/NAME`) is in `games.views`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.status import HTTP_201_CREATED, HTTP_204_NO_CONTENT
from rest_framework.views import APIView

from accounts import schema
from accounts.addresses import client_address
from accounts.authentication import player_of
from accounts.mails import asker_of
from accounts.selectors import tokens_of
from accounts.serializers import (
    NewTokenSerializer,
    SignedUpSerializer,
    SignInSerializer,
    SignUpSerializer,
    TokenListSerializer,
)
from accounts.services.players import player_create
from accounts.services.signing import sign_in
from accounts.services.tokens import token_create, token_revoke

if TYPE_CHECKING:
    from rest_framework.authentication import BaseAuthentication
    from rest_framework.permissions import _SupportsHasPermission
    from rest_framework.request import Request


class PlayersView(APIView):
    """Anyone may sign up."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign-up"

    @schema.player_create
    def post(self, request: Request) -> Response:
        asked = SignUpSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        asker = asker_of(request._request)
        player = player_create(**asked.validated_data, asker=asker)
        token, secret = token_create(player=player)
        answer = {"username": player.username, "token": secret, "expires_at": token.expiry}
        return Response(SignedUpSerializer(answer).data, HTTP_201_CREATED)


class TokensView(APIView):
    """Signing in needs no token, and minds no old one that is sent along."""

    def _is_signing_in(self) -> bool:
        return getattr(self.request, "method", None) == "POST"

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self._is_signing_in() else super().get_authenticators()

    def get_permissions(self) -> list[_SupportsHasPermission]:
        return [AllowAny()] if self._is_signing_in() else list(super().get_permissions())

    @schema.token_create
    def post(self, request: Request) -> Response:
        asked = SignInSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        found: dict[str, Any] = asked.validated_data
        wishes = {name: found.pop(name) for name in ("name", "scope", "days")}
        player = sign_in(address=client_address(request._request), **found)
        token, secret = token_create(player=player, **wishes)
        answer = {
            "token": secret,
            "name": token.name,
            "scope": token.scope,
            "expires_at": token.expiry,
        }
        return Response(NewTokenSerializer(answer).data, HTTP_201_CREATED)

    @schema.tokens_list
    def get(self, request: Request) -> Response:
        answer = {"results": tokens_of(player_of(request)), "next": None, "previous": None}
        return Response(TokenListSerializer(answer).data)


class TokenView(APIView):
    """One token of one's own."""

    @schema.token_revoke
    def delete(self, request: Request, token_id: str) -> Response:
        token_revoke(player=player_of(request), public_id=token_id)
        return Response(status=HTTP_204_NO_CONTENT)

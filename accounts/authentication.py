"""Who is asking, for programs: `Authorization: Bearer TOKEN`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from accounts.models import ApiToken, User

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
    from rest_framework.request import Request


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """Knox's token, found with its player by one query and without a write.

    Raises AuthenticationFailed for a header that names no token which works.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            found = ApiToken.objects.select_related("user").get(
                digest=hash_token(token.decode("latin-1")),
                expiry__gt=timezone.now(),
                user__is_active=True,
            )
        except ApiToken.DoesNotExist as error:
            raise AuthenticationFailed from error
        return found.user, found


def player_of(request: Request) -> User:
    """Who is signed in, by token or session. Raises NotAuthenticated when nobody is."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its metaclass
    """Tells drf-spectacular's schema about it."""

    target_class = BearerAuthentication
    name = "bearer"
    priority = 1

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return build_bearer_security_scheme_object("Authorization", "Bearer")

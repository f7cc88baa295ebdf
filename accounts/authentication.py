"""Who is asking, for programs: `Authorization: Bearer TOKEN`."""

from __future__ import annotations

from hashlib import sha512
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS

from accounts.errors import Refused
from accounts.models import ApiToken, User
from agnes_site.queries import Given, Query

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
    from rest_framework.request import Request

SCHEME = "bearer"


class BearerAuthentication(BaseAuthentication):
    """Knox's token, found with its player by one query and without a write.

    Raises AuthenticationFailed for a header that names no token which works, and
    `scope_too_narrow` when a token that only reads is sent with a method that changes something:
    here, so that no view has to think of it.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        # From META: for `request.headers` Django would read every header there is.
        scheme, *words = request.META.get("HTTP_AUTHORIZATION", "").split() or [""]
        if scheme.lower() != SCHEME:
            return None
        found = self.token_find(sha512(words[0].encode()).hexdigest()) if len(words) == 1 else None
        if found is None:
            raise AuthenticationFailed
        if found.scope == ApiToken.Scope.READ and request.method not in SAFE_METHODS:
            raise Refused("scope_too_narrow")
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        return SCHEME.title()

    def token_find(self, digest: str) -> ApiToken | None:
        """Return the token of a digest with its player, None when there is none that works."""
        return _WORKING.first(digest=digest, now=timezone.now())


_WORKING: Query[ApiToken] = Query(
    lambda: ApiToken.objects.select_related("user").filter(
        digest=Given("digest"), expiry__gt=Given("now"), user__is_active=True
    )
)


def check_may_act(request: Request) -> None:
    """For a GET that leaves something behind: no token that only reads, no page of another site.

    Raises `scope_too_narrow` and `csrf_failed`. A browser says whose page asks (`Sec-Fetch-Site`);
    it sends the session along when another site's link or form leads here.
    """
    if isinstance(request.auth, ApiToken):
        if request.auth.scope == ApiToken.Scope.READ:
            raise Refused("scope_too_narrow")
    elif request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}:
        raise Refused("csrf_failed")


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
    match_subclasses = True

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return build_bearer_security_scheme_object("Authorization", "Bearer")

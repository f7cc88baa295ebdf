"""What the OpenAPI schema says of each operation in `accounts.views`, with examples.

The words of the refusals come from the table in `agnes_site.errors`.
"""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from accounts.serializers import (
    NewTokenSerializer,
    ProblemSerializer,
    SignedUpSerializer,
    SignInSerializer,
    SignUpSerializer,
    TokenListSerializer,
)

TAGS = ["accounts"]
PASSWORD = "correct horse battery"  # noqa: S105  (an example)
TOKEN = "9d4e1bb7f0c35a6882d3f94b7c1e60a5d8f2037be49c16a0f5b82d7e3c9041a6"  # noqa: S105  (as above)
TOKEN_ID = "5f0c9be2a1d47736"  # noqa: S105  (as above)
CREATED, EXPIRES = "2026-11-30T09:30:00Z", "2027-02-28T09:30:00Z"


def problems(*codes: str) -> OpenApiResponse:
    """A refusal with one of these codes."""
    return OpenApiResponse(ProblemSerializer, ", ".join(f"`{code}`" for code in codes))


player_create = extend_schema(
    operation_id="player_create",
    summary="Sign up, and get a first token",
    tags=TAGS,
    auth=[],
    request=SignUpSerializer,
    examples=[
        OpenApiExample(
            "a new player",
            {"username": "ann", "password": PASSWORD, "email": "ann@mail.example"},
            request_only=True,
        )
    ],
    responses={
        201: OpenApiResponse(
            SignedUpSerializer,
            examples=[
                OpenApiExample(
                    "signed up", {"username": "ann", "token": TOKEN, "expires_at": EXPIRES}
                )
            ],
        ),
        400: problems("invalid", "bad_json"),
        429: problems("throttled"),
    },
)

token_create = extend_schema(
    operation_id="token_create",
    summary="Sign in: get a token",
    tags=TAGS,
    auth=[],
    request=SignInSerializer,
    examples=[
        OpenApiExample(
            "sign in",
            {"username": "ann", "password": PASSWORD, "name": "laptop"},
            request_only=True,
        ),
        OpenApiExample(
            "for a program that only reads",
            {"username": "ann", "password": PASSWORD, "scope": "read", "days": 7},
            request_only=True,
        ),
    ],
    responses={
        201: OpenApiResponse(
            NewTokenSerializer,
            examples=[
                OpenApiExample(
                    "signed in",
                    {"token": TOKEN, "name": "laptop", "scope": "play", "expires_at": EXPIRES},
                )
            ],
        ),
        400: problems("invalid", "bad_json"),
        401: problems("bad_credentials", "second_factor_required", "bad_code"),
        409: problems("too_many_tokens"),
        429: problems("too_many_attempts"),
    },
)

tokens_list = extend_schema(
    operation_id="tokens_list",
    summary="My tokens, without their secrets",
    tags=TAGS,
    responses={
        200: OpenApiResponse(
            TokenListSerializer,
            examples=[
                OpenApiExample(
                    "one token",
                    {
                        "results": [
                            {
                                "id": TOKEN_ID,
                                "name": "laptop",
                                "scope": "play",
                                "created_at": CREATED,
                                "expires_at": EXPIRES,
                            }
                        ],
                        "next": None,
                        "previous": None,
                    },
                )
            ],
        ),
        401: problems("not_signed_in", "bad_token"),
    },
)

token_revoke = extend_schema(
    operation_id="token_revoke",
    summary="Revoke a token of mine",
    tags=TAGS,
    parameters=[
        OpenApiParameter(
            "token_id",
            str,
            OpenApiParameter.PATH,
            pattern="^[0-9a-f]{16}$",
            description="The `id` in the list of tokens.",
            examples=[OpenApiExample("a token", TOKEN_ID)],
        )
    ],
    request=None,
    responses={
        204: OpenApiResponse(description="It no longer works."),
        401: problems("not_signed_in", "bad_token"),
        403: problems("scope_too_narrow"),
        404: problems("not_found"),
    },
)

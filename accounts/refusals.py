"""Refusals as the OpenAPI schema shows them: one problem document per status, examples per code."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from accounts.serializers import ProblemSerializer

PROBLEM_JSON = "application/problem+json"


class Refusal(NamedTuple):
    """An answer that says no, in the words it has in English; `members` are its further members."""

    status: int
    code: str
    title: str
    detail: str
    members: dict[str, Any] | None = None

    def example(self) -> OpenApiExample:
        document = {"type": f"/problems#{self.code}", **self._asdict(), **(self.members or {})}
        document.pop("members")
        return OpenApiExample(self.code, document)


def documented(*rows: Refusal) -> dict[tuple[int, str], OpenApiResponse]:
    """For `extend_schema(responses=…)`."""
    by_status = groupby(sorted(rows, key=lambda row: row.status), key=lambda row: row.status)
    return {
        (status, PROBLEM_JSON): OpenApiResponse(
            ProblemSerializer, examples=[row.example() for row in group]
        )
        for status, group in by_status
    }


def invalid(**errors: list[str]) -> Refusal:
    """The refusal of fields, with these messages per field."""
    return Refusal(
        400,
        "invalid",
        "Some fields are not valid",
        "See “errors”, field by field.",
        {"errors": errors},
    )


NOT_SIGNED_IN = Refusal(
    401, "not_signed_in", "Not signed in", "Send a token, or sign in on the page first."
)
BAD_TOKEN = Refusal(401, "bad_token", "Token not valid", "The token is unknown or has expired.")
BAD_CREDENTIALS = Refusal(
    401,
    "bad_credentials",
    "Wrong name or password",
    "The name and the password do not belong together.",
)
NOT_FOUND = Refusal(404, "not_found", "Not found", "There is nothing here for you.")
TOO_MANY_ATTEMPTS = Refusal(
    429,
    "too_many_attempts",
    "Too many attempts",
    "Wait some minutes before the next attempt to sign in.",
)
THROTTLED = Refusal(429, "throttled", "Too many requests", "Wait a little, then go on.")

"""A client of the API that holds every answer to the OpenAPI schema."""

from __future__ import annotations

import functools
import re
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from rest_framework.test import APIClient

UNDESCRIBED = {"/api/v1/schema", "/api/v1/docs"}
STREAM = "application/x-ndjson"


@functools.cache
def schema() -> dict[str, Any]:
    """Return the OpenAPI document of the running code."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # drf-spectacular's
    document: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return document


def described(route: str) -> str:
    """Turn Django's `games/<int:game_id>` into OpenAPI's `/games/{game_id}`."""
    path = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"{\1}", route).replace("^", "").removesuffix(r"\Z")
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


def hold_to_schema(request: dict[str, Any], response: Any) -> None:
    """Assert that the schema knows this answer: path, method, status, media type and body."""
    match = response.wsgi_request.resolver_match
    path = described(match.route) if match else ""
    if not path.startswith("/api/v1/") or path in UNDESCRIBED:
        return
    method = request["REQUEST_METHOD"].lower()
    operation = schema()["paths"][path].get("get" if method == "head" else method)
    if operation is None:
        assert response.status_code in {200, 401, 405}, "only OPTIONS is answered undescribed"
        return
    answers = operation["responses"]
    key = str(response.status_code)
    assert key in answers or response.status_code >= 400, f"{key} is not described for {path}"
    content = answers.get(key, answers["default"]).get("content", {})
    if not content:
        assert response.content == b""
        return
    media = response.headers["Content-Type"].partition(";")[0]
    assert media in content or media == STREAM, f"{media} is not described for {path}"
    if media in content and media.endswith("json") and method != "head":
        validate(response.json(), content[media]["schema"])


def validate(body: Any, shape: dict[str, Any]) -> None:
    """Assert that a value has a shape of the schema, formats included."""
    document = {**shape, "components": schema()["components"]}
    checker = Draft202012Validator.FORMAT_CHECKER
    # Not jsonschema.validate, which looks the whole schema over each time.
    error = best_match(Draft202012Validator(document, format_checker=checker).iter_errors(body))
    assert error is None, str(error)


class ContractClient(APIClient):
    """Django REST Framework's client; an answer that the schema does not describe fails."""

    def request(self, **kwargs: Any) -> Any:
        response = super().request(**kwargs)
        hold_to_schema(kwargs, response)
        return response

"""What every refusal has to look like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpResponse


def problem_of(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem document, after a look at what all of them have."""
    assert response["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = response.json()  # type: ignore[attr-defined]  # the client adds it
    assert (response.status_code, document["code"]) == (status, code)
    assert document["status"] == status
    assert document["type"] == f"/problems#{code}"
    assert document["title"]
    assert document["detail"]
    return document

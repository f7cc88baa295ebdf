"""`?limit=`, `?cursor=` and the links between pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.utils.urls import remove_query_param, replace_query_param

from accounts.errors import Refused
from games.selectors.keyset import DEFAULT_LIMIT, MAX_LIMIT

if TYPE_CHECKING:
    from rest_framework.request import Request

    from games.selectors.keyset import Page

_DIGITS = 10

PAGE_PARAMETERS = [
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1},
        description=f"Rows on a page, 1 to {MAX_LIMIT}; more are as many.",
    ),
    OpenApiParameter("cursor", str, description="As “next” and “previous” have it."),
]
AROUND_PARAMETER = OpenApiParameter(
    "around", str, enum=["me"], description="Centre the page on the asker's own row."
)


def limit_from(request: Request) -> int:
    """Read `?limit=`; more than a page may hold is a full page. Raises ValidationError."""
    text = request.query_params.get("limit", str(DEFAULT_LIMIT))
    if not (text.isascii() and text.isdigit() and len(text) < _DIGITS and int(text)):
        raise ValidationError({"limit": [_("A whole number from 1 is required.")]})
    return min(int(text), MAX_LIMIT)


def around_me_from(request: Request) -> bool:
    """Read `?around=me`. Raises ValidationError for anything else."""
    around = request.query_params.get("around")
    if around not in {None, "me"}:
        raise ValidationError({"around": [_("Only “me” is known.")]})
    return around is not None


def links(request: Request, page: Page[Any]) -> dict[str, str | None]:
    """Return the addresses of the next and the previous page, the same query otherwise."""
    return {
        "next": link(request, page.next),
        "previous": link(request, page.previous),
    }


def link(request: Request, cursor: str | None) -> str | None:
    """Return the address of the page at a cursor."""
    if cursor is None:
        return None
    here = remove_query_param(request.build_absolute_uri(), "around")
    return replace_query_param(here, "cursor", cursor)


def history_page(
    request: Request, rows: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], dict[str, str | None]]:
    """Return the rows of a history that are asked for, all unless a page is, and the links.

    A history only grows at its end, so the cursor is simply how many rows stand before the page.
    """
    if request.query_params.keys().isdisjoint({"limit", "cursor"}):
        return rows, {"next": None, "previous": None}
    limit, text = limit_from(request), request.query_params.get("cursor", "0")
    if not (text.isascii() and text.isdigit() and len(text) < _DIGITS):
        raise Refused("bad_cursor")
    start, end = int(text), int(text) + limit
    around = {
        "next": link(request, str(end)) if end < len(rows) else None,
        "previous": link(request, str(max(0, start - limit))) if start else None,
    }
    return rows[start:end], around

"""The routes of the API, read from the URL configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.urls import URLPattern, get_resolver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.urls import URLResolver

METHODS = {"get", "post", "put", "patch", "delete"}


class Route(NamedTuple):
    """`path` as Django spells it, from the root; `methods` that its view has, in lower case."""

    name: str
    path: str
    methods: set[str]


def api_routes() -> list[Route]:
    """Return every route below `/api/`."""
    return [route for route in _routes(get_resolver()) if route.path.startswith("api/")]


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[Route]:
    for each in resolver.url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            view = getattr(each.callback, "view_class", None)
            methods = {method for method in METHODS if hasattr(view, method)}
            yield Route(each.name or "", path, methods)
        else:
            yield from _routes(each, path)

"""The routes of the service, read from the URL configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from django.urls import URLPattern, get_resolver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.urls import URLResolver

METHODS = {"get", "post", "put", "patch", "delete"}

# Something that may stand in each place of an address. A place without one fails: give it one.
SPOTS: dict[str, object] = {
    "day": "today",
    "period": "all",
    "game_id": 1,
    "username": "ann",
    "name": "ann",
    "token_id": "0" * 16,
    "public_id": "0" * 16,
    "uidb36": "1",
    "key": "1-x",
    "pk": 1,
    "id": 1,
    "content_type_id": 1,
    "object_id": 1,
    "app_label": "games",
    "url": "nothing/",
}

_PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


class Route(NamedTuple):
    """`path` as Django spells it, from the root; `methods` that its view has, in lower case."""

    name: str
    path: str
    methods: set[str]

    def places(self) -> list[str]:
        """Return the names of what is captured from an address, in order."""
        return [converted or matched for converted, matched in _PLACE.findall(self.path)]

    def address(self, **values: object) -> str:
        """Return an address of this route, with `values` in the places they name."""
        spots = {**SPOTS, **values}
        filled = _PLACE.sub(lambda match: str(spots[match[1] or match[2]]), self.path)
        return "/" + re.sub(r"\\Z|[\^$]", "", filled.replace("(?:/|$)", "/nothing"))


def api_routes() -> list[Route]:
    """Return every route below `/api/`."""
    return [route for route in every_route() if route.path.startswith("api/")]


def every_route() -> list[Route]:
    """Return every route: of the API, the pages, the service and the admin."""
    return list(_routes(get_resolver()))


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[Route]:
    for each in resolver.url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            view = getattr(each.callback, "view_class", None)
            methods = {method for method in METHODS if hasattr(view, method)}
            yield Route(each.name or "", path, methods)
        else:
            yield from _routes(each, path)

"""Who may do what: every route of the API, for everybody, by every method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from accounts.models import ApiToken
from agnes_site.tests.routes import api_routes
from conftest import PASSWORD

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from games.models import Contest, Game

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]

# Nobody, the player whose game, token and name it is, another player.
# What needs signing in says so to nobody before it says that there is no such method.
TABLE = """
route            GET          POST         PUT          PATCH        DELETE
api-dailies      200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-daily        200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-daily-game   401/405/405  401/201/201  401/405/405  401/405/405  401/405/405
api-daily-board  200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-period-board 200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-games        401/200/200  401/201/201  401/405/405  401/405/405  401/405/405
api-game         401/200/404  401/405/405  401/405/405  401/409/404  401/405/405
api-game-moves   401/200/404  401/200/404  401/405/405  401/405/405  401/405/405
api-game-concede 401/405/405  401/200/404  401/405/405  401/405/405  401/405/405
api-game-hint    401/200/404  401/405/405  401/405/405  401/405/405  401/405/405
api-game-record  401/200/404  405/405/405  405/405/405  405/405/405  405/405/405
api-game-review  401/409/404  405/405/405  405/405/405  405/405/405  405/405/405
api-player       200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-me           401/200/200  401/405/405  401/405/405  401/200/200  401/204/204
api-me-export    401/200/200  401/405/405  401/405/405  401/405/405  401/405/405
api-players      405/405/405  201/201/201  405/405/405  405/405/405  405/405/405
api-tokens       401/200/200  201/201/201  401/405/405  401/405/405  401/405/405
api-token        401/405/405  401/405/405  401/405/405  401/405/405  401/204/404
schema           200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
api-docs         200/200/200  405/405/405  405/405/405  405/405/405  405/405/405
"""
ROWS = {name: cells for name, *cells in map(str.split, TABLE.strip().splitlines()[1:])}
BODIES: dict[str, Any] = {
    "POST api-game-moves": {"ply": 0, "move": "deal"},
    "POST api-game-concede": {"ply": 0},
    "PATCH api-game": {"public": True},
    "DELETE api-me": {"password": PASSWORD},
    "POST api-players": {"username": "carol", "password": PASSWORD},
    "POST api-tokens": {"username": "ann", "password": PASSWORD},
}
CELLS = [
    pytest.param(name, method, asker, int(status), id=f"{method}-{name}-{asker}")
    for name, cells in ROWS.items()
    for method, cell in zip(METHODS, cells, strict=True)
    for asker, status in zip(("nobody", "owner", "other"), cell.split("/"), strict=True)
]


@pytest.fixture
def ids(as_ann: APIClient, ann: User, casual: Game, daily: Contest) -> dict[str, object]:
    """What stands in the addresses: all of it Ann's."""
    token = ApiToken.objects.get(user=ann)
    return {
        "day": "today",
        "period": "all",
        "game_id": casual.pk,
        "username": "ann",
        "token_id": token.public_id,
    }


@pytest.fixture
def askers(api: APIClient, as_ann: APIClient, as_bob: APIClient) -> dict[str, APIClient]:
    return {"nobody": api, "owner": as_ann, "other": as_bob}


def address(name: str, ids: dict[str, object]) -> str:
    path = next(route.path for route in api_routes() if route.name == name)
    return reverse(name, kwargs={key: ids[key] for key in ids if f"{key}>" in path})


def test_every_route_has_a_row() -> None:
    assert {route.name for route in api_routes()} == set(ROWS)


@pytest.mark.parametrize(("name", "method", "asker", "status"), CELLS)
def test_everybody_may_do_what_the_table_says_and_nothing_else(
    askers: dict[str, APIClient],
    ids: dict[str, object],
    name: str,
    method: str,
    asker: str,
    status: int,
) -> None:
    send = getattr(askers[asker], method.lower())
    assert send(address(name, ids), BODIES.get(f"{method} {name}")).status_code == status


@pytest.mark.parametrize("name", ROWS)
def test_what_a_route_does_not_do_is_answered_with_what_it_does(
    as_ann: APIClient, ids: dict[str, object], name: str
) -> None:
    cells = zip(METHODS, ROWS[name], strict=True)
    done = {method for method, cell in cells if cell.split("/")[1] != "405"} | {"OPTIONS"}
    answer = as_ann.put(address(name, ids))
    assert answer.status_code == 405
    assert set(answer["Allow"].split(", ")) == (done | {"HEAD"} if "GET" in done else done)

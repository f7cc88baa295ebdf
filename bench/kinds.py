"""What the client sends in each kind of slice, as plans for `bench.client`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.server import HOST
from games.engine import Deck, legal_moves, parse_history, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bench.server import Server
    from bench.stage import Game, Stage

# Far more than any server here gives: so many moves are kept at hand, one by one and in lists. A
# connection whose process has few others plays its share sooner.
_MOVES_A_SECOND, _LISTED_A_SECOND = 12_000, 20_000
_SHORTEST_LINE = 80
_PLAYED = 10  # moves in the games that refuse one
_SELDOM_LEGAL = ("x1-t1", "x2-t2", "t1-f", "t2-f", "t3-f")

Plan = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A kind of slice: what is asked of which server, for so many clients and seconds."""

    name: str
    server: Server
    plan: Callable[[int, float], Plan]


def playing(stage: Stage, name: str, server: Server, size: int = 1) -> Kind:
    """Whole games, `size` moves a request."""
    lines = [list(steps(line, size)) for line in stage.lines]

    def plan(clients: int, seconds: float) -> Plan:
        rate = _MOVES_A_SECOND if size == 1 else _LISTED_A_SECOND
        games = stage.games(4 * clients + round(rate * seconds / _SHORTEST_LINE))
        return {"again": False, "lines": lines, "connections": dealt(games, clients)}

    return Kind(name, server, plan)


def steps(line: Sequence[str], size: int) -> Iterator[list[Any]]:
    for ply in range(0, len(line), size):
        texts = line[ply : ply + size]
        body = {"ply": ply, "move": texts[0]} if size == 1 else {"ply": ply, "moves": texts}
        yield [ending(body), "200", f'"ply":{ply + len(texts)},', len(texts)]


def stale(stage: Stage, name: str, server: Server) -> Kind:
    """A move that is legal now, sent with a ply that is past: 409."""
    lines = [[_refused(*past(line), 409, "stale")] for line in stage.lines]
    return _refusing(stage, name, server, lines)


def past(line: Sequence[str]) -> tuple[int, str]:
    """A ply at which the next move of a line was not the one played: else it would be a retry."""
    move = line[_PLAYED]
    return next(ply for ply in reversed(range(_PLAYED)) if line[ply] != move), move


def illegal(stage: Stage, name: str, server: Server) -> Kind:
    """A move that cannot be played: 422."""
    lines = [
        [_refused(_PLAYED, never(row["deck"], row["line"]), 422, "illegal_move")]
        for row in stage.won
    ]
    return _refusing(stage, name, server, lines)


def never(deck: str, line: str) -> str:
    actions = parse_history(line)[:_PLAYED]
    legal = set(map(str, legal_moves(replay(Deck.parse(deck), actions).position)))
    return next(move for move in _SELDOM_LEGAL if move not in legal)


def _refused(ply: int, move: str, status: int, code: str) -> list[Any]:
    return [ending({"ply": ply, "move": move}), str(status), f'"code":"{code}"', 0]


def _refusing(stage: Stage, name: str, server: Server, lines: list[list[list[Any]]]) -> Kind:
    def plan(clients: int, seconds: float) -> Plan:
        games = stage.under_way(clients, _PLAYED)
        return {"again": True, "lines": lines, "connections": dealt(games, clients)}

    return Kind(name, server, plan)


def trivial(name: str, server: Server) -> Kind:
    """A view that does nothing: what the framework takes."""
    request = [f"GET /api/floor HTTP/1.1\r\nHost: {HOST}\r\n", 0]
    line = [["\r\n", "200", '"floor":true', 0]]

    def plan(clients: int, seconds: float) -> Plan:
        return {"again": True, "lines": [line], "connections": [[request]] * clients}

    return Kind(name, server, plan)


def path(game: Game) -> str:
    """Where its moves are sent."""
    return f"/api/v1/games/{game.pk}/moves"


def beginning(game: Game) -> str:
    """Everything of a request for a game's moves up to where the requests differ."""
    return (
        f"POST {path(game)} HTTP/1.1\r\nHost: {HOST}\r\n"
        f"Authorization: Bearer {game.token}\r\nContent-Type: application/json\r\n"
    )


def ending(body: dict[str, Any]) -> str:
    """The rest of a request behind `beginning`."""
    text = json.dumps(body, separators=(",", ":"))
    return f"Content-Length: {len(text)}\r\n\r\n{text}"


def dealt(games: Sequence[Game], clients: int) -> list[list[list[Any]]]:
    """The games of each connection."""
    return [[[beginning(game), game.line] for game in games[n::clients]] for n in range(clients)]

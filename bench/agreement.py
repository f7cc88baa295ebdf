"""Whether a peer does the same work as ours: it must give the same answers."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any

from bench import BenchError, kinds
from bench.server import HOST, Server

if TYPE_CHECKING:
    from bench.stage import Game, Stage

_OWN = {"id", "deal", "started_at", "finished_at"}  # what two games cannot have in common
_GAMES = 2

Answer = tuple[int, str, dict[str, Any]]


class DisagreementError(BenchError):
    """A peer answers something else than ours."""


def agree(stage: Stage, ours: Server, peer: Server) -> None:
    """Play whole games on both, with what is refused in between. DisagreementError."""
    first = stage.games(_GAMES)
    stage.begun -= _GAMES
    for game, twin in zip(first, stage.games(_GAMES), strict=True):
        for body in _bodies(stage.lines[game.line]):
            compare(body, asked(ours, game, body), asked(peer, twin, body))


def _bodies(line: list[str]) -> list[dict[str, Any]]:
    """A game with a retry, a stale ply, an illegal move, an undo, no action, and a late one."""
    odd = [
        {"ply": 5, "move": line[4]},
        {"ply": 4, "move": line[4]},
        {"ply": 3, "move": "x1-t2"},
        {"ply": 5, "move": "x1-t2"},
        {"ply": 5, "move": "nothing"},
        {"ply": 5, "move": "undo"},
        {"ply": 6, "move": line[4]},
    ]
    begun = [{"ply": ply, "move": move} for ply, move in enumerate(line[:5])]
    rest = [{"ply": ply, "move": move} for ply, move in enumerate(line[5:], 7)]
    return [*begun, *odd, *rest, {"ply": len(line) + 2, "move": "t1-t2"}]


def asked(server: Server, game: Game, body: dict[str, Any]) -> Answer:
    """Status, type and content of an answer."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    head = {"Authorization": f"Bearer {game.token}", "Content-Type": "application/json"}
    connection.request("POST", kinds.path(game), json.dumps(body), head)
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    return answer.status, str(answer.getheader("Content-Type")), content


def compare(body: dict[str, Any], ours: Answer, peers: Answer) -> None:
    """Raises DisagreementError unless both are alike but for what two games cannot share."""
    if _comparable(ours) != _comparable(peers):
        raise DisagreementError(f"{body}\nours {ours}\npeer {peers}")


def _comparable(answer: Answer) -> Any:
    """In order, since the bytes are: only the values of `_OWN` are blanked."""
    status, kind, content = answer
    return status, kind, json.dumps(_blanked(content))


def _blanked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: bool(inner) if name in _OWN else _blanked(inner) for name, inner in value.items()}

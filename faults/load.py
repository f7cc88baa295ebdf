"""The load of one round: who plays what, all of it begun before anything goes wrong."""

from __future__ import annotations

import secrets
import time
from threading import Event
from typing import TYPE_CHECKING, Any

from faults.clients import Client, Player, Visitor
from faults.history import Log
from faults.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from faults.stage import Stage

WALKERS, PAIRS, RACERS, VISITORS = 8, 2, 3, 2
SET_UP_SECONDS = 30


class Load:
    """Clients on a stage. `accounts` are kept from round to round, racers are new each time."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.seed, self.log, self.enough = stage, seed, Log(), Event()
        self.clients: list[Client] = []
        self.tokens: dict[str, str] = {}
        self.games: dict[str, int] = {}

    def __enter__(self) -> Load:
        self.clients = list(self._clients())
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.enough.set()
        for client in self.clients:
            client.join()

    def _clients(self) -> Iterator[Client]:
        for number in range(WALKERS):
            yield from self._players(f"walker {number}", self.stage.account(number), 1)
        for number in range(WALKERS, WALKERS + PAIRS):
            yield from self._players(f"pair {number}", self.stage.account(number), 2)
        for number in range(RACERS):
            token = self.stage.sign_up()
            game = self._begun(token, "/api/v1/daily/today/game", None)
            yield self._player(f"racer {number}", token, game, self.stage.daily_line())
        for number in range(VISITORS):
            yield Visitor(self._wire(f"visitor {number}"), self.enough, self.seed + number)

    def _players(self, name: str, token: str, devices: int) -> Iterator[Client]:
        game = self._begun(token, "/api/v1/games", {"deck": self.stage.deck()})
        for device in range(devices):
            yield self._player(f"{name}.{device}", token, game)

    def _player(
        self, name: str, token: str, game: dict[str, Any], line: tuple[str, ...] = ()
    ) -> Player:
        self.tokens[name], self.games[name] = token, game["id"]
        seed = self.seed * 1000 + len(self.tokens)
        return Player(self._wire(name, token), self.enough, seed, game, line)

    def _wire(self, name: str, token: str = "") -> Wire:
        source = f"127.0.{self.seed % 200 + 1}.{len(self.tokens) + 10}"
        return Wire(name, self.stage.entrance, source, self.log, token)

    def _begun(self, token: str, path: str, body: object) -> dict[str, Any]:
        wire = Wire("set-up", self.stage.service.port, "127.0.0.1", Log(), token)
        return begun(wire, path, lambda: body)


def begun(wire: Wire, path: str, body: Callable[[], object]) -> dict[str, Any]:
    """What a POST has made, asked for until it is. RuntimeError when it is not for long.

    Each try has a body of its own: an earlier one may have been carried out unheard.
    """
    late = time.monotonic() + SET_UP_SECONDS
    while time.monotonic() < late:
        reply = wire.ask("POST", path, body())
        if reply.outcome == "ok":
            wire.close()
            made: dict[str, Any] = reply.body
            return made
        time.sleep(0.2)
    raise RuntimeError(f"{path} was answered {reply.status}: {reply.body}")


def new_name() -> str:
    """A name that no player has."""
    return f"p{secrets.token_hex(8)}"

"""The load of one round: who plays what, all of it begun before anything goes wrong."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

from faults.clients import Client, Player, Visitor
from faults.history import Log
from faults.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from faults.stage import Stage

WALKERS, CROWDS, DEVICES, RACERS, VISITORS = 6, 2, 3, 3, 2
ACCOUNTS = WALKERS + CROWDS
SET_UP_SECONDS, SET_UP_THREADS = 30, 4


class Load:
    """Clients on a stage. Its accounts are kept from round to round, racers are new each time.

    `doubts` says why the round proves nothing, if whoever does the fault sees that.
    """

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.seed, self.log, self.enough = stage, seed, Log(), Event()
        self.clients: list[Client] = []
        self.tokens: dict[str, str] = {}
        self.games: dict[str, int] = {}
        self.doubts: list[str] = []

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
        with ThreadPoolExecutor(SET_UP_THREADS) as pool:
            missing = range(ACCOUNTS - len(self.stage.accounts))
            new = [pool.submit(self.stage.sign_up) for _ in [*missing, *range(RACERS)]]
            tokens = [each.result() for each in new]
            self.stage.keep_accounts(tokens[RACERS:])
            racers, accounts = tokens[:RACERS], self.stage.accounts
            casual = pool.map(self._casual, accounts)
            games = zip(accounts, casual, strict=True)
            ranked = zip(racers, pool.map(self._ranked, racers), strict=True)
            for number, (token, game) in enumerate(games):
                if number < WALKERS:
                    yield self._player(f"walker {number}", token, game)
                else:
                    yield from self._crowd(f"crowd {number}", token, game)
            line = self.stage.daily_line()
            for number, (token, game) in enumerate(ranked):
                yield self._player(f"racer {number}", token, game, line)
        for number in range(VISITORS):
            yield Visitor(self._wire(f"visitor {number}"), self.enough, self.seed + number)

    def _crowd(self, name: str, token: str, game: dict[str, Any]) -> Iterator[Client]:
        """Devices that act at the same moments, so that they meet within one move."""
        devices = [self._player(f"{name}.{device}", token, game) for device in range(DEVICES)]
        for device in devices:
            device.phase = devices[0].phase
        yield from devices

    def _player(
        self, name: str, token: str, game: dict[str, Any], line: tuple[str, ...] = ()
    ) -> Player:
        self.tokens[name], self.games[name] = token, game["id"]
        seed = self.seed * 1000 + len(self.tokens)
        return Player(self._wire(name, token), self.enough, seed, game, line)

    def _wire(self, name: str, token: str = "") -> Wire:
        source = f"127.0.{self.seed % 200 + 1}.{len(self.tokens) + 10}"
        return Wire(name, self.stage.entrance, source, self.log, token)

    def _casual(self, token: str) -> dict[str, Any]:
        return self._begun(token, "/api/v1/games", {"deck": self.stage.deck()})

    def _ranked(self, token: str) -> dict[str, Any]:
        return self._begun(token, "/api/v1/daily/today/game", None)

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

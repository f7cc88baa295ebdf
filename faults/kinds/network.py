"""The way to the service: answers lost, delayed or cut, requests doubled, clients that are slow."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING

from faults.processes import wait_until
from faults.proofs import was_raced, was_served
from faults.relay import FATES, Proxy
from faults.rounds import Kind
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from faults.load import Load

ODDS = 0.1
SLOW_SECONDS = 3.0
# Moves that must meet each fate, and moves of two devices that must lose a race, in a round.
SPOILT, LOST_RACES = 6, 6
WAIT_SECONDS = 60
SLOW_CLIENTS = 60
WORDS = {
    "lost": "answers lost",
    "doubled": "requests doubled",
    "delayed": "answers delayed",
    "cut": "answers cut",
}


class ProxiedStage(Stage):
    """Clients know only the proxy."""

    def start(self) -> None:
        super().start()
        self.proxy = Proxy(self.service.port)

    @property
    def entrance(self) -> int:
        return self.proxy.port

    def endings(self) -> list[Callable[[], object]]:
        own = [self.proxy.close] if hasattr(self, "proxy") else []
        return [*own, *super().endings()]


def spoil(odds: dict[str, float], stage: Stage, load: Load) -> None:
    """Until some moves have met each fate."""
    assert isinstance(stage, ProxiedStage)
    proxy = stage.proxy
    proxy.met.clear()
    proxy.odds = odds
    is_enough = lambda: all(proxy.met[fate] >= SPOILT for fate in odds)  # noqa: E731
    wait_until(is_enough, WAIT_SECONDS, "moves to meet their fates")
    proxy.odds = {}


def slow_clients(stage: Stage, load: Load) -> None:
    """Many send a request a byte at a time and never finish; as many never read their answer."""
    head = b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
    asking = b"GET /api/v1/docs HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20
    with ExitStack() as stack:
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", stage.service.port)))
            for _ in range(SLOW_CLIENTS)
        ]
        for client in clients[::2]:
            client.sendall(asking)
        begin = time.monotonic()
        for byte in head:
            for client in clients[1::2]:
                with suppress(OSError):
                    client.sendall(bytes([byte]))
            time.sleep(SLOW_SECONDS / len(head))
            if time.monotonic() > begin + SLOW_SECONDS:
                break


def race(stage: Stage, load: Load) -> None:
    """Devices play one game at the same moments in every round; here nothing else happens."""
    enough = _lost_races(load) + LOST_RACES
    wait_until(lambda: _lost_races(load) >= enough, WAIT_SECONDS, "lost races")


def _lost_races(load: Load) -> int:
    return sum(attempt.status == 409 for attempt in list(load.log.attempts))


KINDS = [
    Kind("devices on one game", ProxiedStage, race, was_raced),
    *(
        Kind(f"{words}, {ODDS:.0%}", ProxiedStage, partial(spoil, {fate: ODDS}))
        for fate, words in WORDS.items()
    ),
    Kind(
        "answers lost and requests doubled, 10%",
        ProxiedStage,
        partial(spoil, dict.fromkeys(("lost", "doubled"), ODDS)),
    ),
    Kind("all of these at once", ProxiedStage, partial(spoil, dict.fromkeys(FATES, ODDS / 2))),
    Kind("slow clients", ProxiedStage, slow_clients, was_served),
]

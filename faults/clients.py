"""Players who act by the clock, whatever has become of their last request.

Each has a schedule of its own and keeps to it as far as one request at a time allows: an outage
does not thin out what is sent after it. A player whose request came to an unknown end sends it
again, now and then after looking first, as the pages and programs of the service do.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from faults.history import Attempt, Seen
from faults.wire import Wire

if TYPE_CHECKING:
    from faults.wire import Reply

A_SECOND = 2.5  # requests of one client
RACE = 2.5  # times as many for who is to win within the round
READS, UNDOS = 0.2, 0.1
# Pages and lists that need no player.
PUBLIC = (
    "/api/v1/daily/today/leaderboard",
    "/api/v1/leaderboards/all",
    "/api/v1/daily",
    "/",
    "/api/v1/daily/today",
)


class Client(ABC, Thread):
    """Acts once at each of its moments until `enough`; those of one `phase`, 0 to 1, together."""

    def __init__(self, wire: Wire, enough: Event, seed: int) -> None:
        super().__init__(name=wire.client, daemon=True)
        self.wire, self.log, self.enough = wire, wire.log, enough
        self.random = random.Random(seed)
        self.rate, self.phase = A_SECOND, self.random.random()

    def run(self) -> None:
        moment = time.monotonic() + self.phase / self.rate
        while not self.enough.wait(max(0, moment - time.monotonic())):
            self.act()
            moment = max(moment + 1 / self.rate, time.monotonic() - 1)
        self.wire.close()

    @abstractmethod
    def act(self) -> None:
        """Do what is to be done at a moment."""


class Visitor(Client):
    """Looks at what is public."""

    def act(self) -> None:
        self.wire.ask("GET", self.random.choice(PUBLIC))


class Player(Client):
    """Plays one game: along `line` if there is one, else what is legal, by chance."""

    def __init__(
        self, wire: Wire, enough: Event, seed: int, game: dict[str, Any], line: tuple[str, ...] = ()
    ) -> None:
        super().__init__(wire, enough, seed)
        self.game, self.line = game, line
        self.rate *= RACE if line else 1
        self.pending: Attempt | None = None
        self.is_out = False

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.game['id']}/moves"

    def act(self) -> None:
        if self.is_out or self.random.random() < READS:
            self.look()
        elif self.pending is not None:
            self.send(self.pending.ply, self.pending.actions)
        else:
            self.choose()

    def look(self) -> None:
        """Read the history; it settles what an unknown end left open."""
        reply = self.wire.ask("GET", self.path)
        if reply.outcome == "ok" and reply.body:
            actions = tuple(row["move"] for row in reply.body["results"])
            self.see(reply, reply.body["game"], actions)
            self.pending = None

    def choose(self) -> None:
        actions = self.actions()
        if actions:
            self.send(self.game["ply"], actions)
        else:
            self.look()

    def actions(self) -> tuple[str, ...]:
        """The next ones to send."""
        ply: int = self.game["ply"]
        if self.line:
            return self.ahead(self.line[ply : ply + self.random.randint(20, 50)])
        legal: list[str] = self.game["legal_moves"]
        if self.game["can_undo"] and (not legal or self.random.random() < UNDOS):
            return ("undo",)
        return (self.random.choice(legal),) if legal else ()

    def ahead(self, actions: tuple[str, ...]) -> tuple[str, ...]:
        """As far as the first deal: no ranked list may play the cards that it deals itself."""
        dealt = actions.index("deal") + 1 if "deal" in actions else len(actions)
        return actions[:dealt]

    def send(self, ply: int, actions: tuple[str, ...]) -> None:
        """Send the actions and take in what came back."""
        attempt = Attempt(self.wire.client, self.game["id"], ply, actions, time.monotonic())
        self.log.attempts.append(attempt)
        body = {"ply": ply, "moves": list(actions)}
        if len(actions) == 1:
            body = {"ply": ply, "move": actions[0]}
        reply = self.wire.ask("POST", self.path, body)
        attempt.end, attempt.outcome, attempt.status = reply.end, reply.outcome, reply.status
        self.pending = attempt if reply.outcome == "unknown" else None
        self.take_in(reply)

    def take_in(self, reply: Reply) -> None:
        if reply.outcome == "ok" and reply.body:
            self.see(reply, reply.body)
        elif reply.status == 409 and "game" in reply.body:
            self.see(reply, reply.body["game"])
        self.is_out = self.is_out or reply.status in {401, 404}

    def see(
        self, reply: Reply, game: dict[str, Any], actions: tuple[str, ...] | None = None
    ) -> None:
        sight = Seen(self.wire.client, game["id"], reply.start, reply.end, game["ply"], actions)
        self.log.seen.append(sight)
        self.game = game

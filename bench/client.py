"""A cheap client in a process of its own: a plan in JSON on stdin, what came of it on stdout.

Requests are bytes made beforehand; of an answer it reads the status line, the length and one mark.

plan     {"host", "port", "seconds", "again", "lines", "connections"}
line     steps in order, each [the request's end, expected status, expected mark, actions gained]
connection  games in order, each [the request's beginning, index of a line]
again    whether a connection without further games begins with its first again
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST = 1 << 18
_LENGTH = b"content-length:"


class Step(NamedTuple):
    """One request and what its answer must have; `gain` is the number of actions it plays."""

    request: bytes
    status: bytes
    mark: bytes
    gain: int


@dataclass
class Tally:
    """What was answered. `times` are seconds to an answer; `wrong` shows the first few."""

    answers: int = 0
    accepted: int = 0
    gained: int = 0
    wrong_answers: int = 0
    times: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def count(self, step: Step, answer: bytes, seconds: float) -> None:
        self.answers += 1
        self.times.append(seconds)
        if answer[9:10] == b"2":
            self.accepted += 1
            self.gained += step.gain
        if answer[9:12] != step.status or step.mark not in answer:
            self.wrong_answers += 1
            self.wrong += [f"{step!r}\n{answer!r}"] if len(self.wrong) < 3 else []


class Connection:
    """A keep-alive connection with one request under way at a time."""

    def __init__(self, address: tuple[str, int], steps: Iterator[Step]) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.steps = steps
        self.step: Step | None = None
        self.received = b""
        self.sent_at = 0.0

    def send(self) -> None:
        """Send the next request; `step` is None when there is none."""
        self.step = next(self.steps, None)
        if self.step is not None:
            self.sent_at = time.perf_counter()
            self.socket.sendall(self.step.request)

    def receive(self, tally: Tally) -> bool:
        """Take what has arrived; tell whether it was the end of an answer."""
        arrived = self.socket.recv(_MOST)
        if not arrived:
            raise ConnectionError("the server closed a connection")
        self.received += arrived
        if not is_whole(self.received):
            return False
        if self.step is not None:
            tally.count(self.step, self.received, time.perf_counter() - self.sent_at)
        self.received = b""
        return True


def is_whole(received: bytes) -> bool:
    """Tell whether this is a whole answer. ValueError for one that does not name its length."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return False
    head = received[:end].lower()
    begin = head.find(_LENGTH)
    if begin < 0:
        raise ValueError(f"no content-length in {head!r}")
    length = int(head[begin + len(_LENGTH) :].split(b"\r\n", 1)[0])
    return len(received) >= end + 4 + length


def steps_of(lines: list[list[Step]], games: list[list[Any]], again: bool) -> Iterator[Step]:
    """Yield a connection's steps in order, endlessly when `again`."""
    while True:
        for beginning, line in games:
            head = beginning.encode()
            for step in lines[line]:
                yield step._replace(request=head + step.request)
        if not again:
            return


def _lines(plan: dict[str, Any]) -> list[list[Step]]:
    return [
        [
            Step(end.encode(), status.encode(), mark.encode(), gain)
            for end, status, mark, gain in line
        ]
        for line in plan["lines"]
    ]


def run(plan: dict[str, Any]) -> dict[str, Any]:
    """Carry out a plan: send until the time is over, then wait for the answers under way."""
    address, lines = (plan["host"], plan["port"]), _lines(plan)
    connections = [
        Connection(address, steps_of(lines, games, plan["again"])) for games in plan["connections"]
    ]
    tally, begin, cpu = Tally(), time.perf_counter(), time.process_time()
    ran_out = _converse(connections, tally, begin + plan["seconds"])
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    times = sorted(tally.times) or [0.0]
    return {
        "answers": tally.answers,
        "accepted": tally.accepted,
        "gained": tally.gained,
        "wrong_answers": tally.wrong_answers,
        "wrong": tally.wrong,
        "ran_out": ran_out,
        "seconds": seconds,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[len(times) * 99 // 100],
        "cpu_seconds": cpu,
    }


def _converse(connections: list[Connection], tally: Tally, until: float) -> bool:
    """Tell whether a connection had nothing more to send before the time was over."""
    ran_out = False
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            connection.send()
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        under_way = len(connections)
        while under_way:
            for key, _ in selector.select():
                connection = key.data
                if not connection.receive(tally):
                    continue
                is_time_left = time.perf_counter() < until
                if is_time_left:
                    connection.send()
                if not is_time_left or connection.step is None:
                    ran_out |= is_time_left
                    selector.unregister(connection.socket)
                    connection.socket.close()
                    under_way -= 1
    return ran_out


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)

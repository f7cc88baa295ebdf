"""Between two who speak TCP: a relay whose target can change, and a proxy that spoils HTTP."""

from __future__ import annotations

import random
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress

from faults.processes import free_port

HOST = "127.0.0.1"
CHUNK = 65_536
DELAY_SECONDS = 1.5
# What can happen to a request and its answer.
FATES = ("lost", "doubled", "delayed", "cut", "unsent")


class Listener(ABC):
    """Accepts connections on a port of its own, each in a thread; `cut` ends all of them."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._socket = socket.create_server((HOST, free_port()), backlog=200)
        self.port: int = self._socket.getsockname()[1]
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._socket.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        self._open.add(client)
        with suppress(OSError), client:
            self.serve(client)
        self._open.discard(client)

    @abstractmethod
    def serve(self, client: socket.socket) -> None:
        """Talk to a client until its connection ends."""

    def upstream(self) -> socket.socket:
        """A new connection to the target."""
        made = socket.create_connection((HOST, self.target), timeout=30)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._open.add(made)
        return made

    def cut(self) -> None:
        """End every connection at once."""
        for connection in list(self._open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()
        self.cut()


class Relay(Listener):
    """Passes bytes on, both ways: an address that outlives the server behind it."""

    def serve(self, client: socket.socket) -> None:
        with self.upstream() as server:
            server.settimeout(None)
            threading.Thread(target=self._pass, args=(client, server), daemon=True).start()
            self._pass(server, client)
            self._open.discard(server)

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Proxy(Listener):
    """Passes HTTP on, and lets each request meet a fate, by the `odds` of it (0 to 1).

    `met` counts the fates of moves.
    """

    def __init__(self, target: int) -> None:
        super().__init__(target)
        self.odds: dict[str, float] = {}
        self.met: Counter[str] = Counter()
        self.random = random.Random(1)

    def fate(self) -> str:
        """One of FATES, or "" for none."""
        drawn = self.random.random()
        for fate, odds in self.odds.items():
            if drawn < odds:
                return fate
            drawn -= odds
        return ""

    def serve(self, client: socket.socket) -> None:
        with self.upstream() as server:
            while request := read_message(client):
                fate = self.fate()
                self.met[fate] += _is_move(request)
                self._exchange(client, server, request, fate)

    def _exchange(
        self, client: socket.socket, server: socket.socket, request: bytes, fate: str
    ) -> None:
        if fate == "unsent":
            raise ConnectionAbortedError
        server.sendall(request)
        if fate == "doubled":
            threading.Thread(target=self._again, args=(request,), daemon=True).start()
        answer = read_message(server)
        if fate == "lost" or not answer:
            raise ConnectionAbortedError
        if fate == "delayed":
            time.sleep(DELAY_SECONDS * self.random.random())
        client.sendall(answer[: len(answer) // 2] if fate == "cut" else answer)
        if fate == "cut":
            raise ConnectionAbortedError

    def _again(self, request: bytes) -> None:
        """Send it once more, at the same time or a little later; nobody hears the answer."""
        time.sleep(self.random.choice((0, self.random.random())))
        with suppress(OSError), self.upstream() as server:
            server.sendall(request)
            read_message(server)


def _is_move(request: bytes) -> bool:
    method, _, rest = request.partition(b" ")
    return method == b"POST" and rest.partition(b" ")[0].endswith(b"/moves")


def read_message(source: socket.socket) -> bytes:
    """A whole request or answer with a Content-Length or none; b"" at the end of the connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = source.recv(CHUNK)
        if not more:
            return b""
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    rest = _length(head) - len(body)
    while rest > 0:
        more = source.recv(min(CHUNK, rest))
        if not more:
            return b""
        data, rest = data + more, rest - len(more)
    return data


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"content-length":
            return int(value)
    return 0

"""Nobody who asks waits for ever for PostgreSQL, nor for what it has no reason to wait for."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, cast

import psycopg
import pytest
from django.db import OperationalError

from agnes_site.postgresql import base, watch
from agnes_site.postgresql.base import DatabaseWrapper
from agnes_site.postgresql.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

# However slow this machine is, nothing takes so long.
NEVER = 1e6


class Server:
    """Takes connections. One that hangs says nothing; others answer whoever is new."""

    def __init__(self, *, hangs: bool) -> None:
        self.listening, self.new = socket.create_server(("127.0.0.1", 0)), 0
        self.near = socket.create_connection(self.listening.getsockname())
        self.far, _ = self.listening.accept()
        Thread(target=self._answer, args=(hangs,), daemon=True).start()

    def _answer(self, hangs: bool) -> None:
        with suppress(OSError):  # it is closed, or who asked has gone
            while not hangs:
                asking, _ = self.listening.accept()
                with asking:
                    self.new += asking.recv(8) == watch._MAY_I_ENCRYPT
                    asking.sendall(b"N")

    def close(self) -> None:
        for end in (self.near, self.far, self.listening):
            end.close()


class Connection:
    """Waits, whatever it is asked for, until it is cancelled or cut."""

    def __init__(self, server: Server) -> None:
        self.near, self.server, self.cancelled = server.near, server, Event()

    def fileno(self) -> int:
        return self.near.fileno()

    def commit(self) -> None:
        if not self.near.recv(1):
            raise psycopg.OperationalError("the connection was cut")

    rollback = commit

    @contextmanager
    def cursor(self) -> Iterator[Any]:
        self.commit()
        yield None

    def cancel_safe(self, *, timeout: float) -> None:
        self.cancelled.set()
        raise psycopg.OperationalError("the server is busy")


@pytest.fixture
def servers() -> Iterator[dict[str, Server]]:
    made = {"hung": Server(hangs=True), "busy": Server(hangs=False)}
    yield made
    for server in made.values():
        server.close()


class Waiting:
    """A thread that has begun something with the connection, and what came of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, server: Server, step: str) -> None:
        self.watch, self.connection, self.server = Watch(), Connection(server), server
        self.came: list[object] = []
        for name in ("LATE_SECONDS", "WAIT_SECONDS", "_CANCEL_SECONDS"):
            monkeypatch.setattr(watch, name, NEVER)
        monkeypatch.setattr(base, "_watch", self.watch)
        self.database: Any = DatabaseWrapper({"ENGINE": base.ENGINE, "NAME": "", "OPTIONS": {}})
        self.database.connection = self.connection
        self.thread = Thread(target=self._wait, args=(step,))
        self.thread.start()
        while not self.watch.begun:
            self.thread.join(0.01)

    def _wait(self, step: str) -> None:
        try:
            self.came.append(getattr(self.database, step)())
        except OperationalError as error:
            self.came.append(error)

    def end(self) -> list[object]:
        self.thread.join()
        assert not self.watch.begun
        return self.came


STEPS = pytest.mark.parametrize("step", ["_commit", "_rollback", "is_usable"])


@STEPS
def test_what_waits_for_a_silent_server_is_cut_off_once_it_is_late(
    monkeypatch: pytest.MonkeyPatch, servers: dict[str, Server], step: str
) -> None:
    monkeypatch.setattr(watch, "ANSWER_SECONDS", 0.05)
    waiting = Waiting(monkeypatch, servers["hung"], step)
    waiting.watch.look()
    assert not waiting.came
    monkeypatch.setattr(watch, "LATE_SECONDS", -1)
    waiting.watch.look()
    (came,) = waiting.end()
    assert isinstance(came, OperationalError) or came is False
    assert not waiting.connection.cancelled.is_set()


@STEPS
def test_what_waits_for_a_server_that_answers_may_wait_then_is_cancelled_then_cut_off(
    monkeypatch: pytest.MonkeyPatch, servers: dict[str, Server], step: str
) -> None:
    monkeypatch.setattr(watch, "ANSWER_SECONDS", NEVER)
    waiting = Waiting(monkeypatch, servers["busy"], step)
    monkeypatch.setattr(watch, "LATE_SECONDS", -1)
    waiting.watch.look()
    assert servers["busy"].new == 1
    assert not waiting.connection.cancelled.is_set()
    monkeypatch.setattr(watch, "WAIT_SECONDS", -1)
    waiting.watch.look()
    assert waiting.connection.cancelled.is_set()
    assert not waiting.came
    monkeypatch.setattr(watch, "_CANCEL_SECONDS", -1)
    waiting.watch.look()
    assert waiting.end()


def test_a_server_that_carries_out_what_others_ask_is_not_silent(
    monkeypatch: pytest.MonkeyPatch, servers: dict[str, Server]
) -> None:
    monkeypatch.setattr(watch, "ANSWER_SECONDS", 0.05)
    waiting = Waiting(monkeypatch, servers["hung"], "_commit")
    monkeypatch.setattr(watch, "LATE_SECONDS", -1)

    def answer_others(connection: psycopg.Connection[Any]) -> bool:
        with waiting.watch.over(connection):
            return False

    with monkeypatch.context() as patch:
        patch.setattr(watch, "_answers", answer_others)
        waiting.watch.look()
    assert not waiting.came
    connect(waiting.watch)
    waiting.watch.look()
    assert waiting.end()


def test_a_connection_that_comes_late_is_no_silence_while_others_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "REFUSED_SECONDS", NEVER)
    watching, connection = Watch(), cast("psycopg.Connection[Any]", object())

    def connect_late() -> None:
        with watching.over_connecting():
            with watching.over(connection):
                pass
            raise SILENT

    with pytest.raises(SILENT):
        connect_late()
    connect(watching)


def test_a_connection_that_has_ended_says_nothing_of_its_server(servers: dict[str, Server]) -> None:
    connection = Connection(servers["hung"])
    servers["hung"].near.close()
    assert watch._answers(connection)  # type: ignore[arg-type]


def connect(watching: Watch, error: type[psycopg.Error] | None = None) -> None:
    with watching.over_connecting():
        if error:
            raise error


SILENT = psycopg.errors.ConnectionTimeout


def test_after_a_silence_nobody_else_waits_for_a_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "REFUSED_SECONDS", NEVER)
    watching = Watch()
    with pytest.raises(SILENT):
        connect(watching, SILENT)
    with pytest.raises(psycopg.OperationalError, match="a moment ago"):
        connect(watching)


def test_then_one_tries_at_a_time_and_its_success_lets_all_connect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "REFUSED_SECONDS", 0)
    watching = Watch()
    for _ in range(2):
        with pytest.raises(SILENT):
            connect(watching, SILENT)
    with watching.over_connecting(), pytest.raises(psycopg.OperationalError, match="a moment ago"):
        connect(watching)
    with watching.over_connecting():
        connect(watching)


def test_a_server_that_refuses_is_not_silent() -> None:
    watching = Watch()
    with pytest.raises(psycopg.OperationalError, match=r"^$"):
        connect(watching, psycopg.OperationalError)
    connect(watching)


def test_a_statement_cut_off_is_not_tried_on_a_new_connection(
    monkeypatch: pytest.MonkeyPatch, servers: dict[str, Server]
) -> None:
    monkeypatch.setattr(watch, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(watch, "REFUSED_SECONDS", NEVER)
    waiting = Waiting(monkeypatch, servers["hung"], "_commit")
    monkeypatch.setattr(watch, "LATE_SECONDS", -1)
    waiting.watch.look()
    waiting.end()
    with pytest.raises(psycopg.OperationalError, match="a moment ago"):
        waiting.database.get_new_connection({})

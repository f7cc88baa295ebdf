"""The run of faults: its proxy spoils what it is told to, and its verdict can be bad."""

from __future__ import annotations

import http.server
import itertools
import multiprocessing
import os
import socket
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from faults import __main__ as command
from faults import lanes
from faults.checker import Finding
from faults.history import Log
from faults.kinds import KINDS
from faults.kinds.planted import DEFECTS
from faults.lanes import next_kind
from faults.processes import free_port, listeners
from faults.relay import FATES, Proxy, Relay, read_message
from faults.rounds import Result
from faults.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Counting(http.server.BaseHTTPRequestHandler):
    """Answers JSON and counts the requests."""

    protocol_version = "HTTP/1.1"
    asked: threading.Semaphore

    def do_GET(self) -> None:
        self.asked.release()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "13")
        self.end_headers()
        self.wfile.write(b'{"game": 123}')

    def log_message(self, *words: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def server() -> Iterator[http.server.ThreadingHTTPServer]:
    Counting.asked = threading.Semaphore(0)
    with http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), Counting) as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()


def asked_through(proxy: Proxy | Relay) -> tuple[int, object]:
    """Status and body of an answer that came through; 0 and None when none did."""
    wire = Wire("ann", proxy.port, "127.0.0.1", Log())
    reply = wire.ask("GET", "/")
    wire.close()
    proxy.close()
    return reply.status, reply.body


@pytest.mark.parametrize("kind", [Proxy, Relay])
def test_what_is_not_spoilt_comes_through(
    server: http.server.ThreadingHTTPServer, kind: type[Proxy | Relay]
) -> None:
    assert asked_through(kind(server.server_port)) == (200, {"game": 123})


@pytest.mark.parametrize(
    ("fate", "status", "requests"),
    [("lost", 0, 1), ("cut", 0, 1), ("unsent", 0, 0), ("doubled", 200, 2), ("delayed", 200, 1)],
)
def test_each_fate_does_what_its_name_says(
    server: http.server.ThreadingHTTPServer, fate: str, status: int, requests: int
) -> None:
    proxy = Proxy(server.server_port)
    proxy.odds = {fate: 1.0}
    found = asked_through(proxy)
    assert found == ((200, {"game": 123}) if status else (0, None))
    for _ in range(requests):
        assert Counting.asked.acquire(timeout=10)
    assert not Counting.asked.acquire(blocking=False)


def test_the_odds_of_fates_add_up() -> None:
    proxy = Proxy(free_port())
    proxy.odds = dict.fromkeys(FATES, 1 / len(FATES))
    assert {proxy.fate() for _ in range(500)} == set(FATES)
    proxy.odds = {}
    assert proxy.fate() == ""
    proxy.close()


def test_a_message_ends_with_its_length_and_none_is_left_half() -> None:
    near, far = socket.socketpair()
    with near, far:
        far.sendall(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")
        assert read_message(near).endswith(b"abc")
        far.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert read_message(near) == b"GET / HTTP/1.1\r\n\r\n"
        far.sendall(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na")
        far.close()
        assert read_message(near) == b""


def test_the_proxy_counts_the_fates_of_moves_alone(server: http.server.ThreadingHTTPServer) -> None:
    proxy = Proxy(server.server_port)
    proxy.odds = {"lost": 1.0}
    wire = Wire("ann", proxy.port, "127.0.0.1", Log())
    wire.ask("GET", "/api/v1/games/7/moves")
    assert not proxy.met.total()
    wire.ask("POST", "/api/v1/games/7/moves", {"ply": 0, "move": "deal"})
    assert proxy.met == {"lost": 1}
    wire.close()
    proxy.close()


def test_every_kind_has_a_name_of_its_own() -> None:
    names = [kind.name for kind in [*KINDS, *DEFECTS]]
    assert len(set(names)) == len(names)


def test_a_lane_stays_on_its_stage_as_long_as_it_can_and_begins_with_what_is_long() -> None:
    first = next_kind(KINDS, None)
    assert first.seconds == max(kind.seconds for kind in KINDS)
    waiting, stages = [kind for kind in KINDS if kind is not first], [first.stage]
    while waiting:
        kind = next_kind(waiting, stages[-1])
        waiting.remove(kind)
        stages.append(kind.stage)
    changes = sum(one is not other for one, other in itertools.pairwise(stages))
    assert changes + 1 == len(set(stages))


def test_a_process_has_ports_of_its_own() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(free_port) != free_port()


def test_the_sockets_that_listen_on_a_port_are_counted() -> None:
    port = free_port()
    assert listeners(port) == 0
    with (
        socket.create_server(("127.0.0.1", port), reuse_port=True),
        socket.create_server(("127.0.0.1", port), reuse_port=True),
        socket.create_connection(("127.0.0.1", port)),
    ):
        assert listeners(port) == 2


def test_kinds_are_chosen_by_a_part_of_their_name() -> None:
    assert [kind.name for kind in command.chosen(KINDS, ["Redis hung"])] == ["Redis hung"]
    assert command.chosen(KINDS, None) == KINDS
    assert command.main(["--kind", "no such kind"]) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        *("--rounds=0", "--rounds=-3", "--rounds=x", "--lanes=0"),
        *("--limit=0", "--limit=-1", "--limit=nan", "--limit=inf", "--limit=x"),
    ],
)
def test_a_run_of_nothing_is_refused(wrong: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main([wrong, "--list"])


LOST = Result(rounds=1, recovery=99, found=1, findings=[Finding("C1", 7, "it is gone")])


def test_the_table_has_a_line_for_each_kind_and_marks_what_is_late() -> None:
    kinds = [kind for kind in KINDS if kind.target]
    lines = command.table(kinds, {kind.name: LOST for kind in kinds[1:]}).splitlines()
    assert len(lines) == 1 + len(kinds)
    assert "not run" in lines[1]
    assert all("99.0*" in line for line in lines[2:])


def test_a_finding_makes_the_verdict_bad_and_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert command.verdict({"some kind": LOST}, tmp_path) == 1
    assert "some kind: C1 in game 7: it is gone" in capsys.readouterr().out
    assert command.verdict({"some kind": Result()}, tmp_path) == 0
    assert capsys.readouterr().out == "Nothing was lost.\n"


def test_a_planted_defect_that_is_not_found_makes_the_verdict_bad() -> None:
    assert command.verdict_on_defects({"one": LOST, "other": Result()}) == 1
    assert command.verdict_on_defects({"one": LOST}) == 0


def test_results_of_rounds_add_up() -> None:
    total = Result()
    for recovery in (1.0, 3.0, 2.0):
        operations = int(10 * recovery)
        total.add(Result(rounds=1, operations=operations, least=operations, recovery=recovery))
    assert (total.rounds, total.operations, total.least, total.recovery) == (3, 60, 10, 3.0)


class NoStage:
    """Stands at once."""

    @staticmethod
    def lacks() -> str:
        return ""

    def __enter__(self) -> NoStage:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is left."""


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file with a line for every time that the kind of `breaking` was begun."""
    monkeypatch.setattr(lanes, "prepared", lambda: None)
    return tmp_path / "tries"


def breaking(monkeypatch: pytest.MonkeyPatch, tries: Path, times: int) -> Any:
    """A kind whose process ends so many times before a round is through."""

    def rounds(*_: object) -> Iterator[Result]:
        with tries.open("a+") as file:
            file.seek(0)
            begun = len(file.readlines())
            file.write("begun\n")
        if begun < times:
            os._exit(1)
        yield Result(rounds=1)

    monkeypatch.setattr(lanes, "rounds_of", rounds)
    return SimpleNamespace(name="breaking", stage=NoStage, seconds=1)


def test_rounds_that_break_off_are_begun_again_on_another_stage(
    monkeypatch: pytest.MonkeyPatch, tries: Path
) -> None:
    kind = breaking(monkeypatch, tries, times=1)
    [(_, result), (_, end)] = lanes.play_all([kind], lanes.Plan(1, 1, tries.parent), 1, seed=1)
    assert (result, end) == (Result(rounds=1), None)
    assert tries.read_text().count("begun") == 2


def test_rounds_that_break_off_twice_end_the_run(
    monkeypatch: pytest.MonkeyPatch, tries: Path
) -> None:
    kind = breaking(monkeypatch, tries, times=2)
    with pytest.raises(RuntimeError, match="breaking: the rounds broke off twice"):
        list(lanes.play_all([kind], lanes.Plan(1, 1, tries.parent), 1, seed=1))

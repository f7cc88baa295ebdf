"""The bench of moves can fail: on a wrong answer, a lost move, a peer that does something else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import start
from bench import client, figures, guards, kinds, machine
from bench.agreement import DisagreementError, compare
from bench.cluster import NoClusterError, programs
from bench.figures import CountError, Slice
from bench.shares import Hierarchy, one_group
from bench.stage import VECTORS
from bench.yardstick import YardstickError, rate_in
from games.engine import Deck, IllegalMove, parse_action, parse_history, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS: list[dict[str, Any]] = json.loads(VECTORS.read_text())
WON = [row for row in ROWS if row["verdict"] == "won"]
SLICE = Slice(
    name="move",
    clients=8,
    rate=300,
    moves=300,
    t3=500,
    lc2=1000,
    p50_ms=1,
    p99_ms=2,
    cpu_us=900,
    client=0.1,
    others=0,
)
ANSWERS = {"wrong_answers": 0, "wrong": [], "gained": 100}


class Server(BaseHTTPRequestHandler):
    """Answers every request with the ply after the one sent, except ply 13: that it refuses."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"ply": sent["ply"] + 1, "end": 0}, separators=(",", ":")).encode()
        self.send_response(409 if sent["ply"] == 13 else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def played(port: int, plies: int, mark: int = 1) -> dict[str, Any]:
    """What the client says of two connections that play so many moves each."""
    line = [
        [kinds.ending({"ply": ply, "move": "deal"}), "200", f'"ply":{ply + mark},', 1]
        for ply in range(plies)
    ]
    games = [["POST /moves HTTP/1.1\r\nHost: here\r\n", 0]]
    plan = {"host": "127.0.0.1", "port": port, "seconds": 30, "again": False}
    return client.run({**plan, "lines": [line], "connections": [games, games]})


def test_the_client_counts_what_was_accepted(port: int) -> None:
    answers = played(port, 10)
    assert (answers["answers"], answers["gained"], answers["wrong_answers"]) == (20, 20, 0)
    assert answers["ran_out"]


def test_the_client_sees_a_wrong_status(port: int) -> None:
    answers = played(port, 14)
    assert (answers["answers"], answers["gained"], answers["wrong_answers"]) == (28, 26, 2)


def test_the_client_sees_a_wrong_ply(port: int) -> None:
    answers = played(port, 2, mark=2)
    assert answers["wrong_answers"] == 4
    assert '"ply":1' in answers["wrong"][0]


@pytest.mark.parametrize(
    ("received", "whole"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Le", False),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", False),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nabcd", True),
    ],
)
def test_an_answer_is_whole_when_its_length_has_arrived(received: bytes, whole: bool) -> None:
    assert client.is_whole(received) is whole


def test_an_answer_without_a_length_is_refused() -> None:
    with pytest.raises(ValueError, match="no content-length"):
        client.is_whole(b"HTTP/1.1 200 OK\r\n\r\n")


def test_as_many_moves_in_the_database_as_answered_pass() -> None:
    figures.check(name="move", answers=ANSWERS, gained=100)


@pytest.mark.parametrize("gained", [99, 101])
def test_a_lost_or_an_extra_move_fails_the_run(gained: int) -> None:
    with pytest.raises(CountError, match=f"stand for 100 moves, the database has {gained}"):
        figures.check(name="move", answers=ANSWERS, gained=gained)


def test_one_wrong_answer_fails_the_run() -> None:
    answers = {**ANSWERS, "wrong_answers": 1, "wrong": ["HTTP/1.1 500"]}
    with pytest.raises(CountError, match="1 wrong answers"):
        figures.check(name="move", answers=answers, gained=100)


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds() -> None:
    slices = [SLICE, replace(SLICE, moves=100, lc2=200), replace(SLICE, moves=900, lc2=1000)]
    (row,) = figures.summary(slices)
    assert (row["rounds"], row["moves"], row["lc2"]) == (3, 300, 1000)
    assert row["per_lc2"] == 0.5


def test_every_number_of_clients_has_a_row_of_its_own() -> None:
    rows = figures.summary([SLICE, replace(SLICE, clients=32), SLICE])
    assert [(row["clients"], row["rounds"]) for row in rows] == [(8, 2), (32, 1)]


def test_answers_are_compared_where_no_move_is_made() -> None:
    (row,) = figures.summary([replace(SLICE, moves=0, rate=200)])
    assert row["per_lc2"] == 0.2


def test_a_row_is_noisy_when_one_of_its_rounds_was() -> None:
    (row,) = figures.summary([SLICE, replace(SLICE, others=0.26), SLICE])
    assert row["noisy"]
    assert figures.table([row]).endswith("noisy")
    assert not figures.summary([SLICE])[0]["noisy"]


def test_a_yardstick_is_the_mean_of_before_and_after() -> None:
    beside = figures.beside({"T3": 100, "LC2": 300}, {"T3": 200, "LC2": 500})
    assert beside == {"t3": 150, "lc2": 400}


def test_comparing_names_what_moved_by_a_tenth() -> None:
    old = figures.summary([SLICE, replace(SLICE, name="stale"), replace(SLICE, name="gone")])
    new = figures.summary([replace(SLICE, moves=200), replace(SLICE, name="stale", moves=310)])
    worse, same = figures.moved(old, new)
    assert worse.endswith("-33%  worse")
    assert same.endswith("+3%")


def test_counters_are_shared_out_among_the_moves() -> None:
    gained = guards.difference((10, 5, 0, 1000), (30, 15, 1, 8000))
    assert guards.per_move(gained, 10) == {
        "statements": 2.0,
        "fsyncs": 1.0,
        "full_pages": 0.1,
        "wal_bytes": 700.0,
    }


def test_others_is_what_was_busy_and_not_ours() -> None:
    before, after = machine.Moment(at=0, busy=100, own=10), machine.Moment(at=2, busy=103, own=12)
    assert machine.others(before, after) == pytest.approx(1 / (2 * machine.CORES))


def test_own_time_is_that_of_the_process_and_of_all_below_it() -> None:
    def process(parent: int, *times: int) -> list[str]:
        return ["S", str(parent), *"0" * 9, *map(str, times)]

    processes = {
        1: process(0, 99, 0, 0, 0),
        2: process(1, 1, 2, 3, 4),
        3: process(2, 5, 0, 0, 0),
        4: process(1, 77, 0, 0, 0),
    }
    assert machine.own_ticks(processes, 2) == 15


def test_where_no_control_group_can_be_made_the_bench_says_so(tmp_path: Path) -> None:
    with one_group((Hierarchy(tmp_path, "0::", "cpu.weight", 1),)) as is_grouped:
        assert not is_grouped


def test_a_control_group_is_left_as_it_was_found() -> None:
    before = Path("/proc/self/cgroup").read_text()
    with one_group() as is_grouped:
        inside = Path("/proc/self/cgroup").read_text()
    assert ("agnes-bench" in inside) is is_grouped
    assert Path("/proc/self/cgroup").read_text() == before


def test_pgbench_without_a_rate_or_with_lost_clients_is_no_yardstick() -> None:
    assert rate_in("latency = 1 ms\ntps = 812.5 (without initial connection time)", "") == 812.5
    for said, complained in (("", "no such table"), ("tps = 812.5", "client 3 aborted in command")):
        with pytest.raises(YardstickError):
            rate_in(said, complained)


@pytest.mark.parametrize("row", WON[:10])
def test_a_stale_move_is_legal_and_no_retry(row: dict[str, Any]) -> None:
    line = row["line"].split()
    ply, move = kinds.past(line)
    replay(Deck.parse(row["deck"]), [*parse_history(row["line"])[:10], parse_action(move)])
    assert ply < 10
    assert line[ply] != move


@pytest.mark.parametrize("row", WON[:10])
def test_an_illegal_move_can_be_read_and_not_played(row: dict[str, Any]) -> None:
    move = parse_action(kinds.never(row["deck"], row["line"]))
    with pytest.raises(IllegalMove):
        replay(Deck.parse(row["deck"]), [*parse_history(row["line"])[:10], move])


def test_a_line_in_lists_holds_every_move_once() -> None:
    line = WON[0]["line"].split()
    steps = list(kinds.steps(line, 10))
    assert sum(step[3] for step in steps) == len(line)
    assert steps[-1][2] == f'"ply":{len(line)},'


def test_two_answers_may_differ_by_what_two_games_cannot_share() -> None:
    ours = (200, "application/json", {"id": 1, "ply": 3, "finished_at": None})
    twin = (200, "application/json", {"id": 2, "ply": 3, "finished_at": None})
    compare({}, ours, twin)


@pytest.mark.parametrize(
    "content",
    [
        {"id": 2, "ply": 4, "finished_at": None},
        {"id": 2, "ply": 3, "finished_at": "2026-11-30T00:00:00Z"},
        {"id": 2, "finished_at": None, "ply": 3},
        {"id": 2, "ply": 3},
    ],
)
def test_a_peer_that_answers_otherwise_is_refused(content: dict[str, Any]) -> None:
    ours = (200, "application/json", {"id": 1, "ply": 3, "finished_at": None})
    with pytest.raises(DisagreementError):
        compare({}, ours, (200, "application/json", content))


def has_postgres() -> bool:
    try:
        return (programs() / "pgbench").exists()
    except NoClusterError:
        return shutil.which("pgbench") is not None


if has_postgres():

    def test_a_quick_run_measures_and_counts(tmp_path: Path) -> None:
        save = tmp_path / "moves"
        command = [sys.executable, "-m", "bench", "moves", "--quick"]
        command += ["--workers=1", f"--save={save}"]
        done = subprocess.run(command, cwd=start.ROOT, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        result = json.loads(save.with_suffix(".json").read_text())
        assert [row["name"] for row in result["rows"]] == ["move", "stale, 409", "illegal, 422"]
        assert result["games"]["finished_games"] >= 3
        assert 2 <= result["per_move"]["statements"] < 2.5

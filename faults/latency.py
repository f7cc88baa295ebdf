"""How long a move takes at 50 moves a second, in quiet, and while the database is worked on.

python -m faults.latency [--seconds N] [--games N]

Moves are sent by the clock (open loop): a time is counted from the moment when the move was due, so
one that waits makes the next ones late as well. Beside the quiet the database is changed or backed
up again and again, with so many games in its table. A p99 above 250 ms, or above twice that of the
quiet, is marked *. The exit code is 1 if any move was answered by an error. Needs PostgreSQL's
programs, and makes a cluster of its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import cycle
from statistics import quantiles
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg

from faults.clients import Player
from faults.history import Log
from faults.load import begun
from faults.postgres import HOST, OWNER, run
from faults.processes import end_when_told
from faults.stage import Stage
from faults.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

A_SECOND, PLAYERS, GAMES = 50, 20, 100_000
TARGET_MS = 250
HISTORY = 60  # actions of each game that fills the table
_COPIED = "id, history, ply"
_COLUMNS = "SELECT column_name FROM information_schema.columns WHERE table_name = 'games_game'"
FAST = "--checkpoint=fast"  # else it first waits for minutes
_INDEX = "CREATE INDEX CONCURRENTLY latency ON games_game (acted_at, id)"
_COLUMN = "ALTER TABLE games_game ADD COLUMN latency text DEFAULT '' NOT NULL"


class Plain(Stage):
    """The service without the wrapper that can die."""

    application = "agnes_site.wsgi:application"


class Mover(Player):
    """Plays at its moments, every one of them; `times` are seconds from each to its answer."""

    def __init__(self, wire: Wire, enough: Event, seed: int, game: dict[str, Any]) -> None:
        super().__init__(wire, enough, seed, game)
        self.rate = A_SECOND / PLAYERS
        self.times: list[float] = []

    def run(self) -> None:
        moment = time.monotonic() + self.phase / self.rate
        while not self.enough.wait(max(0, moment - time.monotonic())):
            self.act()
            self.times.append(time.monotonic() - moment)
            moment += 1 / self.rate
        self.wire.close()

    def act(self) -> None:
        if self.pending is not None:
            self.send(self.pending.ply, self.pending.actions)
        else:
            self.choose()


class Row(NamedTuple):
    """A line of the table; `p50`, `p99` and `most` in milliseconds."""

    what: str
    done: int
    a_second: float
    p50: float
    p99: float
    most: float
    errors: int


def measured(what: str, times: Sequence[float], seconds: float, done: int, errors: int) -> Row:
    """Sum up the times of a period of so many seconds."""
    percent = quantiles([1000 * each for each in times], n=100)
    most = 1000 * max(times)
    return Row(what, done, len(times) / seconds, percent[49], percent[98], most, errors)


def is_late(row: Row, quiet: Row) -> bool:
    return row.p99 > min(TARGET_MS, 2 * quiet.p99 if row is not quiet else TARGET_MS)


def table(rows: Sequence[Row]) -> str:
    """One line for each period, of which the first is the quiet one."""
    lines = [
        f"{'':<24}{'done':>5}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>9}{'max ms':>8}{'errors':>8}"
    ]
    for row in rows:
        late = "*" if is_late(row, rows[0]) else " "
        figures = f"{row.done:>5}{row.a_second:>9.1f}{row.p50:>8.1f}{row.p99:>8.1f}{late}"
        lines.append(f"{row.what:<24}{figures}{row.most:>8.1f}{row.errors:>8}")
    return "\n".join(lines)


def games_begun(stage: Stage) -> list[tuple[str, dict[str, Any]]]:
    """A token and a game for each player."""
    found = []
    for _ in range(PLAYERS):
        token = stage.sign_up()
        wire = Wire("set-up", stage.service.port, HOST, Log(), token)
        found.append((token, begun(wire, "/api/v1/games", lambda: {"deck": stage.deck()})))
    return found


def fill(stage: Stage, games: int) -> None:
    """Copy a game so many times, with a history as long as those of games that were played."""
    named = [name for (name,) in stage.postgres.query(_COLUMNS) if name not in _COPIED.split(", ")]
    rest = ", ".join(named)
    stage.postgres.query(
        f"INSERT INTO games_game ({_COPIED}, {rest}) "  # noqa: S608  (names of columns)
        f"SELECT number + 1000000, rtrim(repeat('r1-t1 ', %s)), %s, {rest} "
        "FROM generate_series(1, %s) AS number, (SELECT * FROM games_game LIMIT 1) AS one",
        HISTORY,
        HISTORY,
        games,
    )
    stage.postgres.query("VACUUM ANALYZE games_game")


def nothing(stage: Stage) -> None:
    time.sleep(1)


def change_in_turn(*changes: str) -> Callable[[Stage], None]:
    """Do one change after the other as migrations do; one that gets no lock is tried again."""
    turns = cycle(changes)

    def change(stage: Stage) -> None:
        asked, options = next(turns), "-c lock_timeout=2s"
        with psycopg.connect(stage.postgres.url(), options=options, autocommit=True) as connection:
            while True:
                try:
                    connection.execute(asked)
                except psycopg.errors.LockNotAvailable:
                    time.sleep(0.5)
                else:
                    return

    return change


def dump(stage: Stage) -> None:
    stage.postgres.dump()


def base_backup(stage: Stage) -> None:
    source = f"host={HOST} port={stage.postgres.port} user={OWNER}"
    run("pg_basebackup", "--dbname", source, "--format=tar", "--wal-method=fetch", "-D", "-", FAST)


WORKS = {
    "quiet": nothing,
    "an index added": change_in_turn(_INDEX, "DROP INDEX CONCURRENTLY latency"),
    "a column added": change_in_turn(_COLUMN, "ALTER TABLE games_game DROP COLUMN latency"),
    "pg_dump": dump,
    "pg_basebackup": base_backup,
}


def work_until(enough: Event, work: Callable[[], None]) -> int:
    """Do the work again and again; return how often."""
    done = 0
    while not enough.is_set():
        work()
        done += 1
    return done


def period(
    stage: Stage,
    what: str,
    players: Iterable[tuple[str, dict[str, Any]]],
    seconds: float,
) -> Row:
    """Let everybody play for so long while one thing is done again and again."""
    log, enough = Log(), Event()
    movers = [
        Mover(Wire(f"mover {n}", stage.entrance, f"127.0.1.{n + 1}", log, token), enough, n, game)
        for n, (token, game) in enumerate(players)
    ]
    for mover in movers:
        mover.look()
    with ThreadPoolExecutor(1) as pool:
        begin = time.monotonic()
        for mover in movers:
            mover.start()
        working = pool.submit(work_until, enough, partial(WORKS[what], stage))
        wait([working], seconds)
        enough.set()
        for mover in movers:
            mover.join()
        lasted = time.monotonic() - begin
    done = working.result()
    errors = sum(not 200 <= answer.status < 300 for answer in log.answers)
    return measured(what, [t for mover in movers for t in mover.times], lasted, done, errors)


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    end_when_told()
    parser = argparse.ArgumentParser(prog="python -m faults.latency")
    parser.add_argument("--seconds", type=float, default=20, help="for each line of the table")
    parser.add_argument("--games", type=int, default=GAMES, help="that fill the table of games")
    options = parser.parse_args(arguments)
    with Plain() as stage:
        players = games_begun(stage)
        fill(stage, options.games)
        period(stage, "quiet", players, 3)
        rows = [period(stage, what, players, options.seconds) for what in WORKS]
    print(table(rows))
    return 1 if any(row.errors for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

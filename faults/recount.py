"""C7: positions, results, ranks and standings, each computed again from the histories alone.

Of the project only the engine's filter is used, `python -m games.engine replay`.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faults.checker import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from faults.history import Stored

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Win:
    """A ranked game that was won, as its row says."""

    game: int
    player: int
    contest: int
    day: date
    moves: int
    finished_at: Any
    is_hidden: bool


@dataclass(slots=True)
class Boards:
    """The rows of `Tally` and `Standing`, and the entries that the API lists for each contest."""

    wins: list[Win]
    tallies: dict[tuple[int, int], int]
    standings: dict[tuple[int, str], tuple[int, int]]
    listed: dict[int, list[tuple[int, int]]]


def check_positions(stored: Sequence[Stored]) -> Iterator[Finding]:
    """Replay every game and compare what its row holds."""
    for is_ranked in (False, True):
        games = [row for row in stored if row.is_ranked is is_ranked]
        for row, replayed in zip(games, _replay(games, is_ranked), strict=True):
            yield from _differences(row, replayed)


def _replay(games: Iterable[Stored], is_ranked: bool) -> Iterator[dict[str, Any]]:
    replay = _filter(is_ranked)
    assert replay.stdin is not None
    assert replay.stdout is not None
    for row in games:
        replay.stdin.write(f"{row.deck} | {' '.join(row.history)}".rstrip() + "\n")
        replay.stdin.flush()
        yield json.loads(replay.stdout.readline())


@cache
def _filter(is_ranked: bool) -> subprocess.Popen[str]:
    """It answers a line with a line, and ends at the end of its input: with this process."""
    command = [sys.executable, "-m", "games.engine", "replay", *["--ranked"] * is_ranked]
    pipe = subprocess.PIPE
    made = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
    atexit.register(made.communicate)
    return made


def _differences(row: Stored, replayed: dict[str, Any]) -> Iterator[Finding]:
    is_over = replayed.get("status") != "playing"
    expected = {
        "position": replayed.get("position", replayed),
        "status": replayed.get("status"),
        "ply": replayed.get("ply"),
        "moves": replayed.get("ply") if is_over else None,
        "undos": row.history.count("undo"),
    }
    for name, value in expected.items():
        if getattr(row, name) != value:
            yield Finding("C7", row.game, f"{name} is {getattr(row, name)!r}, replayed {value!r}")


def check_boards(boards: Boards) -> Iterator[Finding]:
    """Count all wins again: tallies, standings, and the ranks of every board as it is listed."""
    tallies = Counter((win.contest, win.moves) for win in boards.wins if not win.is_hidden)
    yield from _compared("tally", boards.tallies, tallies)
    yield from _compared("standing", boards.standings, _standings(boards.wins))
    for contest, entries in boards.listed.items():
        of_contest = [win for win in boards.wins if win.contest == contest and not win.is_hidden]
        expected = list(_ranked(of_contest))
        if entries != expected:
            yield Finding("C7", 0, f"contest {contest} lists {entries}, recounted {expected}")


def _compared(what: str, there: dict[Any, Any], counted: dict[Any, Any]) -> Iterator[Finding]:
    for key in sorted({*there, *counted}):
        pair = there.get(key), counted.get(key)
        if pair[0] != pair[1] and any(pair) and pair != ((0, 0), None):
            yield Finding("C7", 0, f"{what} of {key} is {pair[0]}, recounted {pair[1]}")


def _standings(wins: Iterable[Win]) -> dict[tuple[int, str], tuple[int, int]]:
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for win in wins:
        year, week, _ = win.day.isocalendar()
        for period in ("all", f"{win.day:%Y}", f"{win.day:%Y-%m}", f"{year}-W{week:02}"):
            count, moves = found.get((win.player, period), (0, 0))
            found[win.player, period] = (count + 1, moves + win.moves)
    return found


def _ranked(wins: Iterable[Win]) -> Iterator[tuple[int, int]]:
    """The rank and the moves of each entry: equal moves share a rank, 1, 2, 2, 4."""
    moves = sorted(win.moves for win in wins)
    for number, group in groupby(enumerate(moves, 1), key=itemgetter(1)):
        tied = list(group)
        yield from ((tied[0][0], number) for _ in tied)

"""The measurement of moves beside work on the database: what it counts, and what it marks."""

from __future__ import annotations

import time
from threading import Event
from typing import Any

import psycopg
import pytest

from faults.history import Log
from faults.latency import Mover, Row, change_in_turn, is_late, measured, table, work_until
from faults.wire import Reply

GAME = {"id": 7, "ply": 0, "legal_moves": ["deal"], "can_undo": False}


class Course:
    """Time goes on as it is told: a wait takes what it says, the first answer a second."""

    client, now, asked, log = "ann", 100.0, 0, Log()

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return self.asked == 5

    def ask(self, method: str, path: str, body: Any) -> Reply:
        begin = self.now
        self.now += 0 if self.asked else 1
        self.asked += 1
        return Reply(200, {**GAME, "ply": body["ply"] + 1}, begin, self.now)

    def close(self) -> None:
        """Nothing is open."""


def test_a_move_that_waits_makes_those_after_it_late_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    course: Any = Course()
    monkeypatch.setattr(time, "monotonic", lambda: course.now)
    mover = Mover(course, course, 1, GAME)
    mover.rate = 4
    mover.run()
    assert mover.times == pytest.approx([1, 0.75, 0.5, 0.25, 0])


def row(p99: float) -> Row:
    return Row("", 1, 50, 1, p99, p99, 0)


@pytest.mark.parametrize(
    ("p99", "quiet", "late"), [(19, 10, False), (21, 10, True), (251, 200, True), (249, 200, False)]
)
def test_a_p99_is_late_above_250_ms_or_twice_that_of_the_quiet(
    p99: float, quiet: float, late: bool
) -> None:
    rows = [row(quiet), row(p99)]
    assert is_late(rows[1], rows[0]) == late
    assert not is_late(rows[0], rows[0])
    assert ("*" in table(rows)) == late


def test_times_are_summed_up_in_milliseconds() -> None:
    found = measured("quiet", [n / 1000 for n in range(1, 101)], seconds=2, done=3, errors=1)
    assert (found.a_second, found.most, found.done, found.errors) == (50, 100, 3, 1)
    assert found.p50 == pytest.approx(50.5)
    assert 99 <= found.p99 <= 100


class Locked:
    """Gives the lock at the second try."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.postgres = self

    def url(self) -> str:
        return ""

    def __enter__(self) -> Locked:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is left."""

    def execute(self, asked: str) -> None:
        self.asked.append(asked)
        if len(self.asked) == 1:
            raise psycopg.errors.LockNotAvailable


def test_a_change_that_gets_no_lock_is_tried_again_and_then_comes_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage: Any = Locked()
    monkeypatch.setattr(psycopg, "connect", lambda *words, **options: stage)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    change = change_in_turn("add", "drop")
    for _ in range(3):
        change(stage)
    assert stage.asked == ["add", "add", "drop", "add"]


def test_work_is_done_again_and_again_and_a_failure_is_not_hidden() -> None:
    enough, done = Event(), []

    def work() -> None:
        done.append(work)
        if len(done) == 3:
            enough.set()

    assert work_until(enough, work) == 3
    assert work_until(enough, work) == 0
    with pytest.raises(ZeroDivisionError):
        work_until(Event(), lambda: 1 // 0)  # type: ignore[arg-type]

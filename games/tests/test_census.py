"""`manage.py census`: resumable, repeatable, shared out; and what it makes of its rows."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from conftest import NOON
from games.engine import opening
from games.engine.solver import solve
from games.services.census import (
    CensusFile,
    Row,
    census_deck,
    census_row,
    census_rows,
    chunks,
    open_indexes,
)
from games.services.census_figures import (
    histogram,
    histogram_svg,
    histogram_text,
    summary,
    wilson,
)
from games.services.leases import MOST_ATTEMPTS

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [
    Row(0, "won", 64, 90),
    Row(1, "lost", 0, None),
    Row(2, "unknown", 1000, None),
    Row(3, "won", 31, 80),
]


def census(folder: Path, *args: str, budget: int = 1000) -> str:
    said = io.StringIO()
    wanted = ["--seed=7", f"--budget={budget}", f"--out={folder / 'out.csv'}", *args]
    call_command("census", *wanted, stdout=said)
    return said.getvalue()


def lines(folder: Path) -> list[str]:
    return (folder / "out.csv").read_text().splitlines()


# -- Which deals


def test_a_deal_of_a_census_is_the_same_for_ever() -> None:
    """The seed is `printf 'agnes census 2026 0' | sha256sum`."""
    assert str(census_deck(2026, 0)).startswith("JD 3D 2C TS ")
    assert len({str(census_deck(seed, index)) for seed in range(5) for index in range(5)}) == 25


def test_a_row_is_what_the_solver_says() -> None:
    row = census_row(3, seed=7, budget=1000)
    solution = solve(opening(census_deck(7, 3)), 1000)
    assert (row.deal, row.verdict, row.nodes) == (3, solution.verdict, solution.nodes)
    assert row.moves == (None if solution.line is None else len(solution.line))


def test_several_processes_find_the_same_rows() -> None:
    alone = list(census_rows(range(6), seed=7, budget=1000, jobs=1))
    assert sorted(census_rows(range(6), seed=7, budget=1000, jobs=2)) == alone


def test_a_chunk_is_the_same_ten_deals_whatever_else_is_missing() -> None:
    assert chunks([3, 4, 9, 10, 25]) == [[3, 4, 9], [10], [25]]
    assert chunks([]) == []


def test_undecided_deals_are_tried_again_only_with_a_larger_budget() -> None:
    assert open_indexes(ROWS, deals=6, budget=1000) == [4, 5]
    assert open_indexes(ROWS, deals=6, budget=1001) == [2, 4, 5]
    assert open_indexes(ROWS, deals=2, budget=1001) == []


# -- The file


def test_a_census_writes_a_row_a_deal_and_says_what_it_found(tmp_path: Path) -> None:
    said = census(tmp_path, "--deals=5", f"--svg={tmp_path / 'out.svg'}")
    head, *rows = lines(tmp_path)
    assert head == "seed,index,verdict,nodes,moves"
    expected = [census_row(index, seed=7, budget=1000) for index in range(5)]
    assert [row.split(",") for row in rows] == [
        ["7", *("" if value is None else str(value) for value in row)] for row in expected
    ]
    assert said.splitlines()[0] == "deals      5"
    assert ElementTree.fromstring((tmp_path / "out.svg").read_text()).tag.endswith("svg")  # noqa: S314  (our own file)


def test_a_census_goes_on_where_it_stopped(tmp_path: Path) -> None:
    census(tmp_path, "--deals=6")
    whole = lines(tmp_path)
    cut_short = "\n".join([*whole[:4], whole[4][:6]])
    (tmp_path / "out.csv").write_text(cut_short)
    census(tmp_path, "--deals=6")
    assert lines(tmp_path) == whole
    census(tmp_path, "--deals=6")
    assert lines(tmp_path) == whole


def test_a_larger_budget_adds_a_row_that_counts_instead(tmp_path: Path) -> None:
    assert "undecided  2 (100.00%)" in census(tmp_path, "--deals=2", budget=1)
    assert "undecided  0 (0.00%)" in census(tmp_path, "--deals=2", budget=100_000)
    assert len(lines(tmp_path)) == 5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seed,index,verdict,nodes,moves\n8,0,won,64,90\n", "is the census of seed 8"),
        ("name,moves\nann,90\n", "is not the file of a census"),
    ],
)
def test_the_file_of_something_else_is_left_alone(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "out.csv").write_text(text)
    with pytest.raises(CommandError, match=says):
        census(tmp_path, "--deals=1")
    assert (tmp_path / "out.csv").read_text() == text


def test_a_row_is_in_the_file_at_once(tmp_path: Path) -> None:
    with CensusFile(tmp_path / "out.csv", 7) as file:
        for row in ROWS:
            file.add(row)
            moves = "" if row.moves is None else row.moves
            assert lines(tmp_path)[-1] == f"7,{row.deal},{row.verdict},{row.nodes},{moves}"
    with CensusFile(tmp_path / "out.csv", 7) as file:
        assert list(file.rows.values()) == ROWS


# -- The queue


def do_jobs(seconds: float) -> None:
    """Stands in for a worker, while the census waits for one."""
    for job in DBTaskResult.objects.filter(status=TaskResultStatus.READY):
        job.claim("worker")
        job.set_successful(job.task.call(*job.args_kwargs["args"]))


def fail_jobs(seconds: float) -> None:
    facts = {"worker_ids": ["worker"] * MOST_ATTEMPTS, "traceback": "no memory"}
    DBTaskResult.objects.update(status=TaskResultStatus.FAILED, finished_at=NOON, **facts)


@pytest.mark.usefixtures("queue")
def test_a_census_by_the_queue_finds_the_same_and_queues_no_chunk_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.jobs.time.sleep", do_jobs)
    census(tmp_path, "--deals=12", "--queue")
    by_queue = sorted(lines(tmp_path))
    (tmp_path / "out.csv").unlink()
    census(tmp_path, "--deals=12", "--queue")
    assert DBTaskResult.objects.count() == 2
    (tmp_path / "out.csv").unlink()
    census(tmp_path, "--deals=12")
    assert sorted(lines(tmp_path)) == by_queue


@pytest.mark.usefixtures("queue")
def test_a_chunk_that_has_failed_for_good_ends_the_census(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.jobs.time.sleep", fail_jobs)
    with pytest.raises(CommandError, match=r"deals \[0, 1\]: no memory"):
        census(tmp_path, "--deals=2", "--queue")


# -- The figures


@pytest.mark.parametrize(
    ("wins", "deals", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_the_literature(
    wins: int, deals: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(wins, deals) == pytest.approx((low, high), abs=5e-5)


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    said = list(summary(ROWS))
    assert said[:4] == [
        "deals      4",
        "won        2 (50.00%)",
        "lost       1 (25.00%)",
        "undecided  1 (25.00%)",
    ]
    low, high = wilson(2, 4)[0], wilson(3, 4)[1]
    assert said[4] == f"winnable   {low:.2%} to {high:.2%}, with 95 % confidence"
    assert said[-2:] == ["lines      80 to 90 moves, median 90", "undecided are the deals 2"]


def test_a_bin_is_half_a_power_of_ten() -> None:
    rows = [Row(n, "won", nodes, 90) for n, nodes in enumerate([0, 2, 3, 9, 10, 29, 30, 99, 100])]
    assert [(label, count.total()) for label, count in histogram(rows)] == [
        ("0 to 2", 2),
        ("3 to 9", 2),
        ("10 to 29", 2),
        ("30 to 99", 2),
        ("100 to 299", 1),
    ]


def test_the_histogram_in_text_marks_each_verdict() -> None:
    drawn = list(histogram_text(ROWS))
    assert drawn[0] == "        0 to 2      1 " + "░" * 25
    assert drawn[3] == "      30 to 99      2 " + "█" * 50
    assert drawn[-1].endswith(" 1 " + "?" * 25)


def test_the_histogram_as_svg_has_a_bar_for_each_verdict() -> None:
    document = ElementTree.fromstring(histogram_svg(ROWS, "Four deals"))  # noqa: S314  (ours)
    space = "{http://www.w3.org/2000/svg}"
    bars = [bar for bar in document.iter(f"{space}rect") if bar.get("height") == "17"]
    assert len(bars) == 3
    title = document.find(f"{space}title")
    assert title is not None
    assert title.text == "Four deals"

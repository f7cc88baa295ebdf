"""The engine as a filter, line by line."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from games.engine import deck_of, opening
from games.engine.__main__ import main
from games.tests.engine.tables import DECK, WINNING_LINE, vectors

POSITION = str(opening(DECK))
LOST = next(row["position"] for row in vectors("midgame.json") if row["verdict"] == "lost")


class Filter:
    """Runs the filter in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, lines: str | bytes = "") -> list[dict[str, Any]]:
        data = lines.encode() if isinstance(lines, str) else lines
        self._monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        main(list(words))
        return [json.loads(line) for line in self._capsys.readouterr().out.splitlines()]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Filter:
    return Filter(monkeypatch, capsys)


def test_legal_answers_every_vector(run: Filter) -> None:
    rows = vectors("legal.json")
    lines = "".join(row["position"] + "\n" for row in rows)
    assert run("legal", lines=lines) == rows


def test_perft_answers_every_vector(run: Filter) -> None:
    rows = vectors("perft.json")
    lines = "".join(row["position"] + "\n" for row in rows)
    assert run("perft", "2", lines=lines) == [
        {"position": row["position"], "count": row["counts"][1]} for row in rows
    ]


def test_replay_answers_every_vector(run: Filter) -> None:
    rows = [row for row in vectors("deals.json") if row["line"]]
    lines = "".join(f"{row['deck']} | {row['line']}\n" for row in rows)
    for ranked in ([], ["--ranked"]):
        found = run("replay", *ranked, lines=lines)
        assert [answer["status"] for answer in found] == ["won"] * len(rows)
        assert [answer["ply"] for answer in found] == [len(row["line"].split()) for row in rows]


def test_replay_of_no_moves_is_the_opening(run: Filter) -> None:
    expected = {"position": POSITION, "status": "playing", "ply": 0}
    assert run("replay", lines=f"{DECK} |\n{DECK} | \n{DECK}|") == [expected] * 3


def test_replay_takes_undo_and_concede(run: Filter) -> None:
    lines = f"{DECK} | t6-f deal undo undo\n{DECK} | t6-f concede\n"
    undone, conceded = run("replay", lines=lines)
    assert undone == {"position": POSITION, "status": "playing", "ply": 4}
    assert (conceded["status"], conceded["ply"]) == ("conceded", 2)


def test_a_ranked_replay_refuses_undo_over_a_deal(run: Filter) -> None:
    line = f"{DECK} | t6-f deal undo\n"
    assert run("replay", lines=line)[0]["ply"] == 3
    (refused,) = run("replay", "--ranked", lines=line)
    assert (refused["code"], refused["index"]) == ("undo_crosses_deal", 2)


@pytest.mark.parametrize(
    ("line", "code", "index"),
    [
        ("", "bad_notation", None),
        (str(DECK), "bad_notation", None),
        (f"{DECK} AC | deal", "bad_notation", None),
        ("AC | nonsense", "bad_notation", None),
        ("| deal", "bad_notation", None),
        (f"{DECK} | deal | deal", "bad_notation", 1),
        (f"{DECK} | deal dael deal", "bad_notation", 1),
        (f"{DECK} | deal  deal", "bad_notation", 1),
        (f"{DECK} | t6-f t6-f", "illegal_move", 1),
        (f"{DECK} | undo", "nothing_to_undo", 0),
        (f"{DECK} | {WINNING_LINE} undo", "game_over", len(WINNING_LINE.split())),
        (f"{DECK} | concede deal", "game_over", 1),
    ],
    ids=range(12),
)
def test_replay_says_what_is_wrong_with_which_action(
    run: Filter, line: str, code: str, index: int | None
) -> None:
    (answer,) = run("replay", lines=line + "\n")
    assert (answer["code"], answer["index"]) == (code, index)
    assert set(answer) == {"error", "code", "index"}
    assert answer["error"]


@pytest.mark.parametrize("words", [["legal"], ["perft", "1"], ["replay"]], ids=lambda w: w[0])
def test_a_malformed_line_gets_an_error_object_on_its_line(run: Filter, words: list[str]) -> None:
    good = f"{DECK} | deal" if words == ["replay"] else POSITION
    bad = [b"", b" ", b"nonsense", b"\xff\xfe", b"\x00", "é".encode(), b"[1]", b"x" * 100_000]
    lines = b"\n".join([good.encode(), *bad, good.encode()])
    first, *errors, last = run(*words, lines=lines)
    assert len(errors) == len(bad)
    assert {error["code"] for error in errors} == {"bad_notation"}
    assert all(len(error["error"]) < 500 for error in errors)
    assert first == last
    assert "error" not in first


def test_lines_may_end_with_carriage_return(run: Filter) -> None:
    assert run("legal", lines=f"{POSITION}\r\n") == run("legal", lines=POSITION)


def test_a_position_with_hidden_stock_is_answered_as_it_is(run: Filter) -> None:
    hidden = str(opening(DECK).hidden())
    (answer,) = run("legal", lines=hidden)
    assert answer == {
        "position": hidden,
        "legal": ["deal", "r5-t3", "t3-t5", "t6-f"],
        "status": "playing",
    }


def test_counting_past_a_hidden_stock_is_refused(run: Filter) -> None:
    hidden = str(opening(DECK).hidden())
    assert run("perft", "1", lines=hidden)[0]["count"] == 4
    assert run("perft", "2", lines=hidden)[0]["code"] == "illegal_move"


def test_no_error_names_a_card_of_the_stock(run: Filter) -> None:
    """R13."""
    (answer,) = run("replay", lines=f"{DECK} | t1-f\n")
    assert not [card for card in DECK[36:] if str(card) in answer["error"]]


def test_deal_writes_the_deck_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    seed = bytes(range(32))
    for text in (seed.hex(), seed.hex().upper()):
        main(["deal", text])
        assert capsys.readouterr().out == f"{deck_of(seed)}\n"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["nonsense"],
        ["legal", "more"],
        ["perft"],
        ["perft", "-1"],
        ["perft", "x"],
        ["perft", "100"],
        ["deal"],
        ["deal", "00"],
        ["deal", "0" * 63],
        ["deal", "0" * 65],
        ["deal", "g" * 64],
        ["deal", "00 " * 31 + "00"],
        ["replay", "--rank"],
    ],
    ids=" ".join,
)
def test_a_wrong_call_ends_with_status_2_and_says_why(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "usage: python -m games.engine" in err


def test_solve_answers_positions_and_decks(run: Filter) -> None:
    rows = [row for row in vectors("deals.json") if row["reference_nodes"] < 400]
    lines = "".join(f"{row['deck']}\n" for row in rows)
    found = run("solve", "--jobs", "1", lines=lines)
    assert [answer["verdict"] for answer in found] == [row["verdict"] for row in rows]
    assert all(set(answer) == {"position", "verdict", "nodes", "line"} for answer in found)
    positions = "".join(f"{answer['position']}\n" for answer in found)
    assert run("solve", "--jobs", "1", lines=positions) == found
    won = [(row, answer) for row, answer in zip(rows, found, strict=True) if answer["line"]]
    games = "".join(f"{row['deck']} | {answer['line']}\n" for row, answer in won)
    assert {answer["status"] for answer in run("replay", lines=games)} == {"won"}


def test_solve_stops_at_its_budget(run: Filter) -> None:
    (answer,) = run("solve", "--jobs", "1", "--budget", "3", lines=POSITION)
    assert answer == {"position": POSITION, "verdict": "unknown", "nodes": 3, "line": None}


def test_solve_and_par_refuse_what_they_cannot_read_or_see(run: Filter) -> None:
    lines = f"nonsense\n{opening(DECK).hidden()}\n\n"
    for command in ("solve", "par"):
        found = run(command, "--jobs", "1", lines=lines)
        assert [answer["code"] for answer in found] == ["bad_notation"] * 3
        assert "its stock is hidden" in found[1]["error"]


def test_par_answers_with_a_line_and_a_bound(run: Filter) -> None:
    won, lost = run("par", "--jobs", "1", "--budget", "20000", lines=f"{DECK}\n{LOST}\n")
    assert won["bound"] <= won["moves"] == len(won["line"].split())
    assert lost == {"position": LOST, "moves": None, "bound": None, "line": None}


@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5", ""])
def test_budgets_and_jobs_are_numbers_from_1_on(run: Filter, number: str) -> None:
    for option in ("--budget", "--jobs"):
        with pytest.raises(SystemExit) as exit_info:
            run("solve", f"{option}={number}")
        assert exit_info.value.code == 2


def test_answers_are_counted_on_a_terminal_only(
    run: Filter, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("solve", "--jobs", "1", "--budget", "1")
    run(*words, lines=POSITION)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    expected = run(*words, lines=POSITION)
    assert expected[0]["verdict"] == "unknown"
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert run(*words, lines=POSITION) == expected

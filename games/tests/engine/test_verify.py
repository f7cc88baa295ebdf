"""Verifying records: a true one passes, and each way of tampering with one is found."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.engine import Command, Move, commitment, deck_of, parse_history
from games.engine.__main__ import main
from games.engine.scoresheet import ScoreSheet
from games.engine.verify import CheckName, Outcome, record_checks, verdict
from games.tests import playing

SEED = playing.seed_numbered(playing.WINNABLE)
CONTEST = "daily:2026-11-30"
PROMISE = commitment(SEED, CONTEST)
HEADERS = {
    "Game": "Agnes Bernauer",
    "Rules": "1",
    "Id": "7012",
    "Kind": "daily",
    "Contest": CONTEST,
    "Commitment": PROMISE,
    "Player": "ann",
    "Started": "2026-11-30T12:00:00Z",
    "Finished": "2026-11-30T12:05:00Z",
    "Result": "won",
    "Moves": "90",
    "Undos": "1",
    "Shuffle": "1",
    "Seed": SEED.hex(),
    "Deck": str(deck_of(SEED)),
}
HISTORY = playing.detoured(1)
ACTIONS = parse_history(" ".join(HISTORY))
TRUE = str(ScoreSheet(HEADERS, ACTIONS))
ROOT = Path(__file__).parents[3]


def found(text: str, outcome: Outcome, **known: str) -> set[str]:
    """The names of the checks with an outcome."""
    checks = record_checks(text, **known)
    return {check.name.value for check in checks if check.outcome is outcome}


def without(*names: str) -> str:
    kept = {name: value for name, value in HEADERS.items() if name not in names}
    return str(ScoreSheet(kept, ACTIONS))


def with_(**headers: str) -> str:
    return str(ScoreSheet({**HEADERS, **headers}, ACTIONS))


def test_a_true_record_passes_every_check() -> None:
    assert found(TRUE, Outcome.PASSED) == set(CheckName) - {CheckName.READING}
    assert verdict(record_checks(TRUE)) is Outcome.PASSED
    assert found(TRUE, Outcome.PASSED, seed=SEED.hex(), published=PROMISE) == found(
        TRUE, Outcome.PASSED
    )


@pytest.mark.parametrize(
    ("name", "value", "fails"),
    [
        ("Game", "Agnes Sorel", {"rules"}),
        ("Rules", "2", {"rules"}),
        ("Kind", "casual", {"commitment"}),
        ("Kind", "challenge", {"commitment"}),
        ("Contest", "daily:2026-11-29", {"commitment"}),
        ("Contest", "challenge:xyz", {"commitment"}),
        ("Commitment", "0" * 64, {"commitment"}),
        ("Commitment", "", {"commitment"}),
        ("Result", "lost", {"result"}),
        ("Result", "expired", {"result"}),
        ("Moves", "89", {"result"}),
        ("Undos", "0", {"result"}),
        ("Shuffle", "2", {"deck", "commitment"}),
        ("Shuffle", "", {"deck", "commitment"}),
        ("Seed", playing.seed_numbered(109).hex(), {"deck", "commitment"}),
        ("Seed", "6c", {"deck", "commitment"}),
        ("Deck", str(deck_of(playing.seed_numbered(109))), {"replay", "deck"}),
        ("Deck", HEADERS["Deck"].replace("5D AD", "AD 5D"), {"replay", "deck"}),
        ("Deck", "AC", {"replay", "deck"}),
    ],
)
def test_a_header_tampered_with_is_found(name: str, value: str, fails: set[str]) -> None:
    assert found(with_(**{name: value}), Outcome.FAILED) == fails


@pytest.mark.parametrize(
    ("name", "fails", "lacks"),
    [
        ("Rules", {"rules"}, set()),
        ("Contest", {"commitment"}, set()),
        ("Shuffle", {"deck"}, set()),
        ("Commitment", set(), {"commitment"}),
        ("Seed", set(), {"deck", "commitment"}),
    ],
)
def test_a_header_taken_out_is_found(name: str, fails: set[str], lacks: set[str]) -> None:
    assert found(without(name), Outcome.FAILED) == fails
    assert found(without(name), Outcome.OPEN) == lacks


def test_a_ranked_record_does_not_pass_for_a_casual_one() -> None:
    assert found(without("Contest", "Kind"), Outcome.FAILED) == {"commitment"}
    assert found(without("Contest", "Commitment"), Outcome.FAILED) == {"commitment"}


@pytest.mark.parametrize("digit", [0, 31, 63])
@pytest.mark.parametrize("name", ["Seed", "Commitment"])
def test_any_digit_changed_is_found(name: str, digit: int) -> None:
    text = HEADERS[name]
    other = "0" if text[digit] != "0" else "1"
    changed = with_(**{name: text[:digit] + other + text[digit + 1 :]})
    assert "commitment" in found(changed, Outcome.FAILED)


@pytest.mark.parametrize("index", range(0, len(HISTORY), 10))
def test_an_action_left_out_or_doubled_is_found(index: int) -> None:
    for actions in (
        [*HISTORY[:index], *HISTORY[index + 1 :]],
        [*HISTORY[:index], HISTORY[index], *HISTORY[index:]],
        HISTORY[:index],
    ):
        sheet = ScoreSheet(HEADERS, parse_history(" ".join(actions)))
        assert found(str(sheet), Outcome.FAILED) & {"replay", "result"}


def test_another_move_in_its_place_is_found() -> None:
    sheet = ScoreSheet(HEADERS, (*ACTIONS[:-1], Command.CONCEDE))
    assert found(str(sheet), Outcome.FAILED) == {"result"}
    sheet = ScoreSheet(HEADERS, (Move.parse("t1-f"), *ACTIONS[1:]))
    assert found(str(sheet), Outcome.FAILED) == {"replay"}


def test_an_undo_over_a_deal_is_found_in_a_ranked_record_alone() -> None:
    headers = {**HEADERS, "Result": "playing", "Moves": "2", "Undos": "1"}
    sheet = ScoreSheet(headers, parse_history("deal undo"))
    assert found(str(sheet), Outcome.FAILED) == {"replay"}
    for name in ("Contest", "Commitment", "Kind"):
        del headers[name]
    assert verdict(record_checks(str(ScoreSheet(headers, sheet.actions)))) is Outcome.PASSED


def test_a_forgery_that_agrees_with_itself_is_found_by_what_was_published() -> None:
    seed = playing.seed_numbered(109)
    forged = with_(Seed=seed.hex(), Deck=str(deck_of(seed)), Commitment=commitment(seed, CONTEST))
    deal_only = ScoreSheet({**ScoreSheet.parse(forged).headers}, parse_history("deal"))
    text = str(deal_only).replace('"won"', '"expired"').replace('[Moves "90"', '[Moves "1"')
    text = text.replace('[Undos "1"]', '[Undos "0"]')
    assert verdict(record_checks(text)) is Outcome.PASSED
    assert found(text, Outcome.FAILED, published=PROMISE) == {"commitment"}
    assert found(text, Outcome.FAILED, seed=SEED.hex()) == {"deck"}


def test_what_was_published_stands_in_where_the_record_is_silent() -> None:
    early = without("Seed", "Commitment")
    assert found(early, Outcome.OPEN) == {"deck", "commitment"}
    assert verdict(record_checks(early, seed=SEED.hex(), published=PROMISE)) is Outcome.PASSED
    assert found(early, Outcome.FAILED, seed="0" * 64, published=PROMISE) == {"deck", "commitment"}


def test_a_record_without_deck_or_seed_is_open() -> None:
    bare = without("Deck", "Seed")
    assert found(bare, Outcome.OPEN) == {"replay", "result", "deck", "commitment"}
    assert found(without("Deck"), Outcome.PASSED) == found(TRUE, Outcome.PASSED)


@pytest.mark.parametrize("text", ["", "nonsense", TRUE[1:], TRUE + "q1-f", TRUE.replace("[", "")])
def test_what_is_no_record_fails_at_the_reading(text: str) -> None:
    assert found(text, Outcome.FAILED) == {"reading"}


def test_a_deck_of_ones_own_follows_from_no_seed() -> None:
    text = without("Kind", "Contest", "Commitment", "Shuffle", "Seed")
    assert found(text, Outcome.PASSED) == {"rules", "replay", "result"}
    assert verdict(record_checks(text)) is Outcome.PASSED


def test_who_played_and_when_no_record_can_prove() -> None:
    for name in ("Player", "Id", "Started", "Finished"):
        assert verdict(record_checks(with_(**{name: "1"}))) is Outcome.PASSED


@pytest.mark.parametrize(
    ("text", "words", "status", "last"),
    [
        (TRUE, [], 0, "verified"),
        (TRUE, ["--seed", SEED.hex().upper(), "--commitment", PROMISE], 0, "verified"),
        (TRUE, ["--commitment", "0" * 64], 1, "NOT TRUE: commitment"),
        (with_(Moves="60"), [], 1, "NOT TRUE: result"),
        (without("Seed"), [], 3, "incomplete, not checked: deck, commitment"),
        ("\udcff", [], 1, "NOT TRUE: reading"),
        (f"\ufeff{TRUE}", [], 0, "verified"),  # as some editors write a file
    ],
)
def test_the_filter_verifies_a_file_and_tells_by_its_exit_status(
    text: str,
    words: list[str],
    status: int,
    last: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(text, "utf-8", "surrogateescape")
    with pytest.raises(SystemExit) as done:
        main(["verify", str(path), *words])
    lines = capsys.readouterr().out.splitlines()
    assert (done.value.code, lines[-1]) == (status, last)
    assert all(re.match(r"(passed|failed|open) +[a-z]+ +\S", line) for line in lines[:-1])


def test_a_record_is_read_from_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TRUE.encode())))
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["verify", "-"])
    assert capsys.readouterr().out.endswith("\nverified\n")


@pytest.mark.parametrize(
    "words", [["verify"], ["verify", "nowhere"], ["verify", "-", "--seed", "x"]]
)
def test_a_wrong_call_is_no_verdict(words: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"^2$"):
        main(["verify", *words])


def test_verifying_needs_no_more_than_python(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    path.write_text(TRUE)
    done = subprocess.run(  # noqa: S603 - the interpreter that runs this test
        [sys.executable, "-I", "-S", "-c", _ALONE, str(ROOT), str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nverified\n")


# -I and -S: no site-packages, no environment, no current folder.
_ALONE = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
sys.argv[:] = ["verify", "verify", sys.argv[2]]
runpy.run_module("games.engine", run_name="__main__")
"""

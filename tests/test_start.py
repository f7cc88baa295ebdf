"""start.py: its command line, and the checks it runs."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def started(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(start.ROOT / "start.py"), *args]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("args", [["serve"], ["manage"], ["start", "now"], ["--browser"]])
def test_what_makes_no_sense_gets_the_usage_and_exit_code_2(args: list[str]) -> None:
    answer = started(*args)
    assert answer.returncode == 2
    assert "python3 start.py test [PYTEST ARGS]" in answer.stderr
    assert answer.stdout == ""


def test_help_is_printed_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = started("--help")
    assert answer.returncode == 0
    assert "python3 start.py manage COMMAND" in answer.stdout


@pytest.mark.parametrize("version", [(2, 7), (3, 10), (3, 15), (4, 0)])
def test_a_python_that_is_too_old_or_too_new_is_named(version: tuple[int, int]) -> None:
    complaint = start.python_complaint(version)
    assert complaint is not None
    assert complaint.startswith("Agnes needs Python 3.11 to 3.14; ")
    assert complaint.endswith(f"is {version[0]}.{version[1]}.")


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13), (3, 14)])
def test_every_python_of_the_lock_is_taken(version: tuple[int, int]) -> None:
    assert start.python_complaint(version) is None


def test_an_old_python_can_read_the_script_far_enough_to_complain() -> None:
    source = (start.ROOT / "start.py").read_text()
    assert ast.parse(source, feature_version=(3, 7)).body


def test_start_and_pyproject_ask_for_the_same_pythons() -> None:
    project = tomllib.loads((start.ROOT / "pyproject.toml").read_text())["project"]
    (oldest, newest) = (start.OLDEST, start.NEWEST)
    assert project["requires-python"] == f">=3.{oldest[1]},<3.{newest[1] + 1}"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> start.Venv:
    monkeypatch.setattr(start.Venv, "install", lambda self, *locks: None)
    return start.Venv(Path("venv"))


def test_every_check_runs_in_order_and_the_last_line_names_the_database(
    installed: start.Venv, commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    start.test(installed, [])
    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[-1]) == ("Running on sqlite.", "All checks passed on sqlite.")
    assert [line.removeprefix("== ") for line in said if line.startswith("==")] == [
        "ruff check",
        "ruff format",
        "mypy",
        "lint-imports",
        "compile_catalogues",
        "makemigrations",
        "check",
        "pytest",
    ]
    assert commands[-1][-2:] == start.COVERAGE


def test_coverage_is_judged_on_one_database_alone(
    installed: start.Venv, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "database_vendor", lambda venv, env: "postgresql")
    start.test(installed, [])
    assert "pytest" in commands[-1]
    assert "--cov" not in commands[-1]


def test_the_first_check_that_fails_is_the_last_that_runs(
    installed: start.Venv,
    commands: list[list[str]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(command: Sequence[str], env: Mapping[str, str]) -> None:
        raise start.StartError(5, "unformatted")

    monkeypatch.setattr(start, "run", fail)
    with pytest.raises(start.StartError) as failure:
        start.test(installed, [])
    assert failure.value.code == 5
    said = capsys.readouterr().out
    assert said.count("== ") == 1
    assert "passed" not in said


def test_arguments_reach_pytest_and_lift_the_judgement_of_coverage(
    installed: start.Venv, commands: list[list[str]]
) -> None:
    start.test(installed, ["-k", "ace"])
    assert commands[-1][-2:] == ["-k", "ace"]
    assert "--cov" not in commands[-1]


def test_browser_runs_the_browser_tests_alone(
    installed: start.Venv, commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    start.test(installed, ["--browser", "-x"])
    assert commands[-1][1:] == ["-m", "pytest", "browser_tests", "-x"]
    assert capsys.readouterr().out.endswith("Browser tests passed on sqlite.\n")


def test_a_database_that_does_not_answer_is_said_so(
    installed: start.Venv, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "output_of", lambda command, env: (1, "connection refused"))
    with pytest.raises(start.StartError, match="connection refused\nThe database does not answer"):
        start.test(installed, [])

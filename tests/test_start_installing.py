"""start.py: the virtual environment and what is installed there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    lock = tmp_path / "lock.txt"
    lock.write_text("django==5.2.19\n")
    return lock


@pytest.fixture
def venv(tmp_path: Path) -> start.Venv:
    """As `make` leaves it, and stamped as holding nothing."""
    venv = start.Venv(tmp_path / ".venv")
    Path(venv.python).parent.mkdir(parents=True)
    Path(venv.python).touch()
    venv.stamp.write_text(sys.implementation.cache_tag)
    return venv


def test_a_half_made_environment_is_removed(venv: start.Venv, commands: list[list[str]]) -> None:
    venv.stamp.unlink()
    assert venv.stamped() == []
    venv.make()
    assert not venv.home.exists()
    assert commands == [[sys.executable, "-m", "venv", "--clear", str(venv.home)]]


def test_an_environment_of_another_python_is_removed(
    venv: start.Venv, lock: Path, commands: list[list[str]]
) -> None:
    venv.stamp.write_text(f"cpython-310\n{start.digest(lock)}x")
    venv.make = lambda: commands.append(["make"])  # type: ignore[method-assign]
    venv.install(lock)
    assert commands[0] == ["make"]


def test_an_environment_whose_python_is_gone_is_made_again(venv: start.Venv, lock: Path) -> None:
    venv.stamp.write_text(f"{sys.implementation.cache_tag}\n{start.digest(lock)}")
    Path(venv.python).unlink()
    assert venv.stamped() == []


def test_a_lock_is_installed_once(venv: start.Venv, lock: Path, commands: list[list[str]]) -> None:
    venv.install(lock)
    assert commands[-1][-2:] == ["-r", str(lock)]
    assert {"--only-binary=:all:", "--require-hashes"} <= set(commands[-1])
    commands.clear()
    venv.install(lock)
    assert commands == []


def test_a_changed_lock_is_installed_into_what_is_there(
    venv: start.Venv, lock: Path, commands: list[list[str]]
) -> None:
    venv.install(lock)
    lock.write_text("django==5.2.20\n")
    commands.clear()
    venv.install(lock)
    assert commands[-1][-2:] == ["-r", str(lock)]
    assert Path(venv.python).exists()


def test_the_locks_inside_an_installed_lock_need_no_installing(
    venv: start.Venv, lock: Path, commands: list[list[str]], tmp_path: Path
) -> None:
    larger = tmp_path / "larger.txt"
    larger.write_text("django==5.2.19\npytest==9.2.0\n")
    venv.install(larger, lock)
    commands.clear()
    venv.install(lock)
    assert commands == []


def test_a_failed_installation_leaves_no_stamp(
    venv: start.Venv, lock: Path, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: Sequence[str], env: Mapping[str, str]) -> None:
        raise start.StartError(3, "no such package")

    monkeypatch.setattr(start, "run", fail)
    with pytest.raises(start.StartError, match="no such package"):
        venv.install(lock)
    assert not venv.stamp.exists()


def test_without_ensurepip_the_environment_is_made_without_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[list[str]] = []

    def output_of(command: Sequence[str], env: Mapping[str, str]) -> tuple[int, str]:
        tried.append(list(command))
        return int("--without-pip" not in command), "ensurepip is not available"

    monkeypatch.setattr(start, "output_of", output_of)
    start.Venv(tmp_path / ".venv").make()
    assert tried[-1][-1] == "--without-pip"


def test_the_outer_pip_is_used_when_the_environment_has_none(
    venv: start.Venv, monkeypatch: pytest.MonkeyPatch
) -> None:
    def output_of(command: Sequence[str], env: Mapping[str, str]) -> tuple[int, str]:
        return int(command[0] == venv.python), ""

    monkeypatch.setattr(start, "output_of", output_of)
    assert venv.pip() == [sys.executable, "-m", "pip", "--python", venv.python]


def test_a_python_with_neither_venv_nor_pip_says_which_package_to_install(
    venv: start.Venv, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "output_of", lambda command, env: (1, "No module named venv"))
    with pytest.raises(start.StartError, match=r"No module named venv(.|\n)*python3-venv"):
        venv.make()
    with pytest.raises(start.StartError, match="python3-venv"):
        venv.pip()


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(), re.MULTILINE))


def test_the_tests_run_on_the_versions_that_are_served() -> None:
    served, tested = pins(start.RUN_LOCK), pins(start.DEV_LOCK)
    assert served["django"].startswith("5.2.")
    assert served.items() <= tested.items()

"""What the tests of start.py share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@pytest.fixture(autouse=True)
def _no_signal_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "stop_signals", [])


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have run; none of them does."""
    commands: list[list[str]] = []

    def run(command: Sequence[str], env: Mapping[str, str]) -> None:
        commands.append(list(command))

    def output_of(command: Sequence[str], env: Mapping[str, str]) -> tuple[int, str]:
        commands.append(list(command))
        return 0, "a warning\nsqlite"

    monkeypatch.setattr(start, "run", run)
    monkeypatch.setattr(start, "output_of", output_of)
    return commands

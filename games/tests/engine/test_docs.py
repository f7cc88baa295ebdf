"""The examples of docs/engine.md and of the package, executed."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import games.engine

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


COMMANDS = ("legal", "replay", "perft", "solve", "par", "deal", "verify")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


CALLS = [
    call.split("\n", 1)
    for block in blocks("console")
    for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def test_the_examples_of_the_package_hold() -> None:
    result = doctest.testmod(games.engine)
    assert result.attempted
    assert result.failed == 0


def test_the_python_examples_of_the_page_hold() -> None:
    examples = doctest.DocTestParser().get_doctest(
        "\n".join(blocks("pycon")), {}, "docs/engine.md", "docs/engine.md", 0
    )
    result = doctest.DocTestRunner().run(examples)
    assert result.attempted > 15
    assert result.failed == 0


@pytest.mark.parametrize(("command", "output"), CALLS, ids=range(len(CALLS)))
def test_the_calls_of_the_page_give_what_it_says(command: str, output: str) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(  # noqa: S603 - the page is our own
        ["/bin/sh", "-c", command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        check=False,
    )
    assert (done.stdout, done.stderr) == (output, "")


def test_the_page_shows_every_command() -> None:
    shown = " ".join(command for command, _ in CALLS)
    assert all(f"games.engine {name}" in shown for name in COMMANDS)

"""What the documentation shows is executed, and what it names is there.

docs/engine.md has tests of its own, in games/tests/engine.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from agnes_site.errors import PROBLEMS
from start import ROOT

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

PAGES = {
    str(page.relative_to(ROOT)): page.read_text("utf-8")
    for page in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
}
SHOWN = {name: text for name, text in PAGES.items() if name != "docs/engine.md"}
API = PAGES["docs/api.md"]
# A bare machine has no curl; where there is one, the journey is made with both.
STAND_IN = ROOT / "tests" / "curl.py"
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
}


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def output_of(script: str, **environment: str) -> str:
    """What a script of ours prints; it must not fail."""
    done = subprocess.run(
        ["/bin/bash", "-c", script],
        env={**ENVIRONMENT, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# -- What is shown is executed

SESSIONS = {name: "\n".join(blocks(text, "pycon")) for name, text in SHOWN.items()}
CALLS = [
    call.split("\n", 1)
    for text in SHOWN.values()
    for block in blocks(text, "console")
    for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize("name", [name for name, session in SESSIONS.items() if session])
def test_python_sessions_go_as_they_are_shown(name: str) -> None:
    session = doctest.DocTestParser().get_doctest(SESSIONS[name], {}, name, name, 0)
    result = doctest.DocTestRunner().run(session)
    assert result.attempted
    assert result.failed == 0


@pytest.mark.parametrize(("command", "output"), CALLS, ids=range(len(CALLS)))
def test_commands_print_what_is_shown(command: str, output: str) -> None:
    assert output_of(command) == output


def numberless(text: str) -> str:
    """The output of the journey, without what is another in every run."""
    return re.sub(r"ann-\d+|games/\d+", lambda match: re.sub(r"\d+", "N", match[0]), text)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("curl", sorted({STAND_IN, Path(which("curl") or STAND_IN)}))
def test_the_journey_through_the_api_goes_as_it_is_told(
    live_server: LiveServer, tmp_path: Path, curl: Path
) -> None:
    (tmp_path / "curl").symlink_to(curl)
    path = f"{tmp_path}{os.pathsep}{ENVIRONMENT['PATH']}"
    [script], [output] = blocks(API, "sh"), blocks(API, "text")
    printed = output_of(script, AGNES=live_server.url, PATH=path)
    assert numberless(printed).splitlines() == numberless(output).splitlines()


# -- What is named is there


def named(pattern: str) -> list[tuple[str, str]]:
    """Page and match, each pair once."""
    found = {(name, match) for name, text in PAGES.items() for match in re.findall(pattern, text)}
    return sorted(found)


LINKS = r"\]\((?!https?:)([^)\s]+)\)"
COMMANDS = r"(?:start|manage)\.py (?!manage [A-Z])(?:manage )?([a-z_]+)"
FILES = r"`((?:[\w.-]+/)+(?:[\w.-]+\.\w+)?|[\w-]+\.(?:py|md|toml|yml|txt|in))`"


def anchors(text: str) -> set[str]:
    """As GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(("name", "target"), named(LINKS))
def test_a_link_leads_somewhere(name: str, target: str) -> None:
    path, _, anchor = target.partition("#")
    page = (ROOT / name).parent / path if path else ROOT / name
    assert page.exists()
    assert not anchor or anchor in anchors(page.read_text("utf-8"))


@pytest.mark.parametrize(("name", "file"), named(FILES))
def test_a_file_that_is_named_is_there(name: str, file: str) -> None:
    assert any((folder / file).exists() for folder in (ROOT, (ROOT / name).parent))


@pytest.mark.parametrize(("name", "command"), named(COMMANDS))
def test_a_command_that_is_named_is_there(name: str, command: str) -> None:
    assert command in {"test", "bench", "faults"} or command in get_commands()


def test_the_endpoints_of_the_api_are_addresses() -> None:
    examples = {"ID": "0123456789abcdef", "DATE": "today", "PERIOD": "all", "NAME": "ann"}
    paths = re.findall(r"^\| `(?:GET|POST|PATCH|DELETE) ([\w/]+)`", API, re.MULTILINE)
    assert len(paths) > 20
    for path in paths:
        words = [examples.get(word, word) for word in path.split("/")]
        if words[0] == "games" and len(words) > 1:
            words[1] = "1"
        try:
            resolve("/api/v1/" + "/".join(words))
        except Resolver404:
            pytest.fail(f"there is no {path}")


def test_every_code_is_listed_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", API, re.MULTILINE)
    listed = {(code, int(status)) for status, codes in rows for code in re.findall(r"\w+", codes)}
    assert listed == {(code, problem.status) for code, problem in PROBLEMS.items()}

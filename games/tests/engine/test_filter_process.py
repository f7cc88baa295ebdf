"""The engine as a filter in a process of its own: `python -m games.engine`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from games.engine import opening
from games.tests.engine.tables import DECK, vectors

ROOT = Path(__file__).parents[3]
POSITION = str(opening(DECK))
COMMAND = [sys.executable, "-m", "games.engine"]


def run_process(*words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, *words], input=lines, capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_the_filter_starts_without_django() -> None:
    code = (
        "import sys; from games.engine.__main__ import main; main(['legal']); "
        "sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    )
    done = subprocess.run(  # noqa: S603 - the project's own program, fixed words
        [sys.executable, "-c", code],
        input=POSITION,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["status"] == "playing"


def test_the_filter_needs_nothing_but_the_standard_library() -> None:
    done = subprocess.run(  # noqa: S603 - the project's own program, fixed words
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.append({str(ROOT)!r}); import games.engine.__main__",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_line_is_answered_at_once() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, "legal"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(f"{POSITION}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == POSITION
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_a_reader_who_leaves_ends_the_filter_quietly() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, "legal"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(f"{POSITION}\n")
        process.stdin.close()
        assert process.wait(timeout=10) == 0
        assert process.stderr.read() == ""


def test_an_interrupt_ends_the_filter_quietly() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, "legal"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{POSITION}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == ""


def test_a_malformed_line_does_not_change_the_exit_status() -> None:
    done = run_process("legal", lines="nonsense\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_wrong_call_of_the_process_exits_with_status_2() -> None:
    done = run_process("deal", "00")
    assert (done.returncode, done.stdout) == (2, "")
    assert "64 hex digits are wanted" in done.stderr


def test_several_processes_answer_in_the_order_of_the_lines() -> None:
    decks = [row["deck"] for row in vectors("deals.json") if row["reference_nodes"] < 2_000]
    lines = "\n".join([*decks, "nonsense", *decks])
    alone = run_process("solve", "--jobs", "1", lines=lines)
    together = run_process("solve", "--jobs", "2", lines=lines)
    assert (together.stdout, together.stderr) == (alone.stdout, "")
    assert len(together.stdout.splitlines()) == 2 * len(decks) + 1


def test_several_processes_answer_a_line_before_the_next_one_comes() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, "solve", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(f"{POSITION}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["verdict"] == "won"
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_an_interrupt_ends_several_processes_quietly() -> None:
    with subprocess.Popen(  # noqa: S603 - the project's own program, fixed words
        [*COMMAND, "solve", "--jobs", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{POSITION}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == ""

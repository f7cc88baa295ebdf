"""The engine as a filter: a line in, a line out. `docs/engine.md` shows each command."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from games.engine.answers import (
    Answer,
    answer_legal,
    answer_line,
    answer_par,
    answer_perft,
    answer_replay,
    answer_solve,
)
from games.engine.batch import answered
from games.engine.deals import deck_of
from games.engine.par import PAR_BUDGET
from games.engine.solver import DEFAULT_BUDGET
from games.engine.verify import Check, CheckName, Outcome, record_checks, report, verdict

_DEEPEST = 99
EXIT_STATUS = {Outcome.PASSED: 0, Outcome.FAILED: 1, Outcome.OPEN: 3}


def seed(text: str) -> bytes:
    """Return the 32 bytes of a seed or a SHA-256 in hex, as `argparse` wants them."""
    if not re.fullmatch("[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError("64 hex digits are wanted")
    return bytes.fromhex(text)


def depth(text: str) -> int:
    """Return the depth, as `argparse` wants it."""
    if not re.fullmatch("[0-9]{1,2}", text):
        raise argparse.ArgumentTypeError(f"a depth is a number from 0 to {_DEEPEST}")
    return int(text)


def natural(text: str) -> int:
    """Return a number of 1 or more, as `argparse` wants it."""
    if not re.fullmatch("[1-9][0-9]{0,11}", text):
        raise argparse.ArgumentTypeError("a number from 1 on")
    return int(text)


def content(path: str) -> bytes:
    """Return what is in a file, or comes from standard input, as `argparse` wants it."""
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parse_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.engine",
        description="The rules of Agnes Bernauer as a filter: one line in, one JSON object out.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, what_it_does: str, **defaults: object) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=what_it_does, allow_abbrev=False)
        command.set_defaults(jobs=1, is_search=False, **defaults)
        return command

    add("legal", "POSITION lines: the legal moves and the status", answer=answer_legal)
    record = add("replay", "DECK | ACTIONS lines: where the game stands", answer=answer_replay)
    record.add_argument("--ranked", action="store_true", help="refuse undo over a deal")
    counting = add("perft", "POSITION lines: count the lines of play", answer=answer_perft)
    counting.add_argument("depth", type=depth, metavar="DEPTH")
    solving = add("solve", "POSITION or DECK lines: can it be won, and how", answer=answer_solve)
    add_search_options(solving, DEFAULT_BUDGET)
    shortening = add("par", "POSITION or DECK lines: how short a win can be", answer=answer_par)
    add_search_options(shortening, PAR_BUDGET)
    deal = add("deal", "print the deck of a seed", answer=None)
    deal.add_argument("seed", type=seed, metavar="SEED_HEX")
    add_record_arguments(add("verify", "FILE: is the record of a game true", answer=None))
    return parser.parse_args(words)


def add_search_options(command: argparse.ArgumentParser, budget: int) -> None:
    command.set_defaults(is_search=True)
    command.add_argument(
        "--budget", type=natural, default=budget, metavar="NODES", help=f"default {budget:,}"
    )
    command.add_argument(
        "--jobs", type=natural, default=os.cpu_count(), metavar="N", help="default: all cores"
    )


def add_record_arguments(command: argparse.ArgumentParser) -> None:
    """Say which record is to be verified, and what is known of it from elsewhere."""
    command.add_argument("record", type=content, metavar="FILE", help="- for standard input")
    command.add_argument("--seed", type=seed, metavar="SEED_HEX", help="the one published")
    command.add_argument("--commitment", type=seed, metavar="SHA256", help="the one published")


def verify(arguments: argparse.Namespace) -> list[Check]:
    """Return the checks of the record in `arguments`, as `add_record_arguments` made them."""
    given, published = (value and value.hex() for value in (arguments.seed, arguments.commitment))
    try:
        text = arguments.record.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return [Check(CheckName.READING, Outcome.FAILED, f"not UTF-8: {error}")]
    return record_checks(text, seed=given, published=published)


def lines_of_input(jobs: int) -> Iterable[bytes]:
    """Return the lines of standard input, to be read by another thread if there are more jobs."""
    # Python cannot end in peace while another thread waits for `sys.stdin.buffer`.
    return sys.stdin.buffer if jobs == 1 else open(sys.stdin.fileno(), "rb", closefd=False)


def counted(answers: Iterator[Answer]) -> Iterable[Answer]:
    """Return the answers, counted on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        return answers
    try:
        from tqdm import tqdm
    except ImportError:
        return answers
    bar: Iterable[Answer] = tqdm(answers, unit=" lines")
    return bar


def main(words: list[str]) -> None:
    """Run the command in `words`: one line of standard output for each of standard input.

    Raises SystemExit with the status of a record that was verified: `EXIT_STATUS`.
    """
    arguments = parse_arguments(words)
    if "record" in arguments:
        checks = verify(arguments)
        print(report(checks), flush=True)
        sys.exit(EXIT_STATUS[verdict(checks)])
    if arguments.answer is None:
        print(deck_of(arguments.seed), flush=True)
        return
    answer = partial(answer_line, arguments.answer, arguments)
    answers = answered(answer, lines_of_input(arguments.jobs), arguments.jobs)
    for found in counted(answers) if arguments.is_search else answers:
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        # Whoever read the answers has enough; the flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)

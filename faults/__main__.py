"""`python3 start.py faults`: break the service under load and look for what it lost.

Ends with a table, and with exit code 1 when anything acknowledged was lost, doubled or reordered,
or anything was answered 500.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from faults.kinds import KINDS
from faults.kinds.planted import DEFECTS
from faults.rounds import Result, play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from faults.rounds import Kind

QUICK, USUAL = 1, 5


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="start.py faults", description=__doc__)
    parser.add_argument("--rounds", type=int, default=USUAL, metavar="N", help="for each kind")
    parser.add_argument(
        "--limit", type=float, default=float("inf"), metavar="SECONDS", help="for each kind"
    )
    parser.add_argument("--kind", action="append", metavar="TEXT", help="kinds whose name has it")
    parser.add_argument("--quick", action="store_true", help="one round for each kind")
    parser.add_argument("--planted", action="store_true", help="defects that must be found")
    parser.add_argument("--list", action="store_true", help="name the kinds and end")
    parser.add_argument("--keep", type=Path, default=Path("data/faults"), metavar="FOLDER")
    return parser.parse_args(words)


def chosen(kinds: Sequence[Kind], words: Sequence[str] | None) -> list[Kind]:
    """Those whose name has one of the words, in their order; all if there are no words."""
    return [kind for kind in kinds if not words or any(word in kind.name for word in words)]


def play_all(
    kinds: Sequence[Kind], rounds: int, limit: float, kept: Path, results: dict[str, Result]
) -> None:
    """Every kind, on stages in the order of the list; a kind begins no round after the limit.

    `results` grows with every round.
    """
    seed = int(time.time())
    with tqdm(total=len(kinds) * rounds, unit=" rounds", file=sys.stderr) as bar:
        for stage_type, kinds_of_stage in groupby(kinds, key=lambda kind: kind.stage):
            if stage_type.lacks():
                continue
            with stage_type() as stage:
                for kind in kinds_of_stage:
                    bar.set_description(kind.name)
                    total = results.setdefault(kind.name, Result())
                    begin = time.monotonic()
                    for played in range(rounds):
                        if played and time.monotonic() > begin + limit:
                            bar.update(rounds - played)
                            break
                        seed += 1
                        total.add(play(kind, stage, seed, kept))
                        bar.update()


COLUMNS = (
    ("kind of fault", "<36"),
    ("rounds", ">6"),
    ("operations", ">10"),
    ("ok", ">7"),
    ("unknown", ">8"),
    ("503", ">6"),
    ("wins", ">5"),
    ("recovery s", ">11"),
    ("slowest 503 s", ">14"),
    ("wrong", ">6"),
)


def table(kinds: Sequence[Kind], results: dict[str, Result]) -> str:
    """One line for each kind; times are the longest of its rounds, * beyond the target."""
    lines = [" ".join(f"{name:{width}}" for name, width in COLUMNS)]
    for kind in kinds:
        if kind.name not in results:
            lines.append(f"{kind.name:<36} not run {kind.stage.lacks()}".rstrip())
            continue
        found = results[kind.name]
        late = "*" if kind.target is not None and found.recovery > kind.target else ""
        cells = [kind.name, found.rounds, found.operations, found.acknowledged, found.unknown]
        cells += [
            found.unavailable,
            found.wins,
            f"{found.recovery:.1f}{late}",
            f"{found.slowest_503:.1f}",
        ]
        cells += [len(found.findings)]
        columns = zip(cells, COLUMNS, strict=True)
        lines.append(" ".join(f"{cell!s:{width}}" for cell, (_, width) in columns))
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    """The exit code."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    options = parse_arguments(words)
    kinds = chosen(DEFECTS if options.planted else KINDS, options.kind)
    if options.list or not kinds:
        print("\n".join(kind.name for kind in kinds or [*KINDS, *DEFECTS]))
        return 0 if kinds else 2
    rounds = QUICK if options.quick else options.rounds
    results: dict[str, Result] = {}
    try:
        play_all(kinds, rounds, options.limit, options.keep, results)
    finally:
        print(f"\n{table(kinds, results)}", flush=True)
    return verdict_on_defects(results) if options.planted else verdict(results, options.keep)


def verdict_on_defects(results: dict[str, Result]) -> int:
    """Each must have been found: 1 names those that were not."""
    missed = [name for name, found in results.items() if not found.findings]
    for name, found in results.items():
        print(f"{name}: {found.findings[0] if found.findings else 'NOT FOUND'}")
    print(f"{len(results) - len(missed)} of {len(results)} planted defects were found.")
    return 1 if missed else 0


def verdict(results: dict[str, Result], kept: Path) -> int:
    """0 when nothing is wrong; what is wrong is printed."""
    wrong = [(name, finding) for name, found in results.items() for finding in found.findings]
    for name, finding in wrong:
        print(f"{name}: {finding}")
    print("Nothing was lost." if not wrong else f"{len(wrong)} findings; logs in {kept}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

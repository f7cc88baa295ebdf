"""`python3 start.py faults`: break the service under load and look for what it lost.

Ends with a table, and with exit code 1 when anything acknowledged was lost, doubled or reordered,
or anything was answered 500.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from faults.kinds import KINDS
from faults.kinds.planted import DEFECTS
from faults.lanes import Plan, play_all
from faults.processes import end_when_told
from faults.rounds import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from faults.rounds import Kind

QUICK, USUAL = 1, 5
# Much of a round is waiting: one more than there are cores.
LANES = (os.cpu_count() or 1) + 1


def _count(text: str) -> int:
    """At least one: a run of nothing would find nothing lost."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _seconds(text: str) -> float:
    """More than none; nothing is more or less than "nan"."""
    if not 0 < (number := float(text)) < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return number


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="start.py faults", description=__doc__)
    parser.add_argument("--rounds", type=_count, default=USUAL, metavar="N", help="for each kind")
    parser.add_argument(
        "--limit", type=_seconds, default=math.inf, metavar="SECONDS", help="for each kind"
    )
    parser.add_argument(
        "--lanes",
        type=_count,
        default=LANES,
        metavar="N",
        help=f"kinds at once, {LANES} if not said",
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


COLUMNS = (
    ("kind of fault", "<38"),
    ("rounds", ">6"),
    ("void", ">4"),
    ("operations", ">10"),
    ("a round", ">7"),
    ("in fault", ">8"),
    ("ok", ">6"),
    ("unknown", ">7"),
    ("503", ">5"),
    ("wins", ">4"),
    ("recovery s", ">10"),
    ("slowest 503 s", ">13"),
    ("s a round", ">9"),
    ("wrong", ">5"),
)


def table(kinds: Sequence[Kind], results: dict[str, Result]) -> str:
    """One line for each kind.

    "void" rounds proved nothing and were played again; "a round" and "in fault" are the operations
    of the round that had fewest, and those of them under way during the fault; recovery and 503 are
    the longest of all rounds, * beyond the target.
    """
    lines = [" ".join(f"{name:{width}}" for name, width in COLUMNS)]
    for kind in kinds:
        if kind.name not in results:
            lines.append(f"{kind.name:<38} not run {kind.stage.lacks()}".rstrip())
            continue
        found = results[kind.name]
        late = "*" if kind.target is not None and found.recovery > kind.target else ""
        cells = [kind.name, found.rounds, found.void, found.operations, found.least]
        cells += [found.under_way, found.acknowledged, found.unknown, found.unavailable, found.wins]
        cells += [f"{found.recovery:.1f}{late}", f"{found.slowest_503:.1f}"]
        cells += [f"{found.seconds / max(found.rounds, 1):.1f}", len(found.findings)]
        columns = zip(cells, COLUMNS, strict=True)
        lines.append(" ".join(f"{cell!s:{width}}" for cell, (_, width) in columns))
    return "\n".join(lines)


def progress(kinds: Sequence[Kind], plan: Plan, lanes: int) -> Iterator[tuple[Kind, Result | None]]:
    """What `play_all` yields, counted on standard error."""
    played: Counter[str] = Counter()
    with tqdm(total=len(kinds) * plan.rounds, unit=" rounds", file=sys.stderr) as bar:
        for kind, result in play_all(kinds, plan, lanes, seed=int(time.time())):
            played[kind.name] += result is not None
            bar.set_description(kind.name)
            bar.update(plan.rounds - played[kind.name] if result is None else 1)
            yield kind, result


def main(words: Sequence[str]) -> int:
    """The exit code."""
    end_when_told()
    options = parse_arguments(words)
    kinds = chosen(DEFECTS if options.planted else KINDS, options.kind)
    if options.list or not kinds:
        print("\n".join(kind.name for kind in kinds or [*KINDS, *DEFECTS]))
        return 0 if kinds else 2
    rounds = QUICK if options.quick else options.rounds
    plan, begin = Plan(rounds, options.limit, options.keep), time.monotonic()
    results: dict[str, Result] = {}
    try:
        for kind, result in progress(kinds, plan, options.lanes):
            if result is not None:
                results.setdefault(kind.name, Result()).add(result)
    finally:
        print(f"\n{table(kinds, results)}\n{time.monotonic() - begin:.0f} s", flush=True)
    return verdict_on_defects(results) if options.planted else verdict(results, options.keep)


def verdict_on_defects(results: dict[str, Result]) -> int:
    """Each must have been found: 1 names those that were not."""
    missed = [name for name, found in results.items() if not found.findings]
    for name, found in results.items():
        print(f"{name}: in {found.found} of {found.rounds} rounds", *found.findings[:1], sep=", ")
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

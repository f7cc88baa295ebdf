"""`python start.py bench NAME`: run one of the measurements and print its table."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

from bench import (
    BenchError,
    boardgame,
    boards,
    engine,
    lists,
    moves,
    nodes,
    pages,
    partition,
    parts,
    solver,
    wins,
)
from start import StartError

if TYPE_CHECKING:
    from types import ModuleType


def main() -> None:
    parser = argparse.ArgumentParser(prog="start.py bench", description=__doc__)
    names = parser.add_subparsers(metavar="NAME")
    parser.set_defaults(measure=None)
    _solver(names.add_parser("solver", help="the solver: nodes a second, hints, par"))
    _moves(names.add_parser("moves", help="moves over REST beside pgbench"))
    _reads(names.add_parser("boards", help="boards of 10 thousand to 1 million results"), boards)
    deep = names.add_parser("lists", help="lists, histories and records among 1 million games")
    _reads(deep, lists)
    deep.add_argument("--big", action="store_true", help="among 10 million, with 25 GB of disk")
    _reads(names.add_parser("engine", help="the engine beside python-chess"), engine)
    _reads(names.add_parser("wins", help="wins of one day, all at once"), wins)
    _reads(names.add_parser("parts", help="whose code the time of a move is spent in"), parts)
    _reads(names.add_parser("nodes", help="two nodes, a replica, two workers"), nodes)
    _reads(names.add_parser("boardgame", help="moves beside boardgame.io's"), boardgame)
    names.add_parser("pages", help="bytes and requests of pages").set_defaults(
        measure=pages.measure
    )
    split = names.add_parser("partition", help="the games in partitions, 2 million of them")
    split.set_defaults(measure=partition.measure)
    split.add_argument("--games", type=int, help="another number of them")
    split.add_argument("--quick", action="store_true", help="small, to see that it works")
    options = parser.parse_args()
    if options.measure is None:
        parser.error("name one of the measurements")
    if getattr(options, "quick", False):
        options.rounds, options.seconds = 1, 0.5
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # end what was begun
    began = time.monotonic()
    try:
        options.measure(options)
        print(f"{time.monotonic() - began:.0f} s in all")
    except (BenchError, StartError) as error:
        sys.exit(str(error))


def _solver(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(measure=solver.measure)
    parser.add_argument("--deals", type=int, default=300, help="random deals to decide")
    parser.add_argument("--budget", type=int, default=20_000_000, help="nodes a deal")
    parser.add_argument("--hints", type=int, default=100, help="positions to ask a hint in")
    parser.add_argument("--pars", type=int, default=20, help="deals to find par for")
    parser.add_argument("--par-budget", type=int, default=2_000_000, help="nodes a deal for par")


def _moves(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(measure=moves.measure)
    workers = int(os.environ.get("AGNES_WORKERS") or os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=5, help="of all slices in turn")
    parser.add_argument("--seconds", type=float, default=6, help="a slice; a yardstick has half")
    parser.add_argument("--workers", type=int, default=workers, help="processes of each server")
    parser.add_argument("--save", default="moves", help="the name of the file in bench/results")
    parser.add_argument("--quick", action="store_true", help="a look at whether it works")
    parser.add_argument("--compare", help="a file of an earlier run, to say what moved")


def _reads(parser: argparse.ArgumentParser, measurement: ModuleType) -> None:
    parser.set_defaults(measure=measurement.measure)
    parser.add_argument("--rounds", type=int, default=5, help="of all slices in turn")
    parser.add_argument("--seconds", type=float, default=1, help="a slice")
    parser.add_argument("--clients", type=int, default=8, help="connections at once")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")


if __name__ == "__main__":
    main()

"""`python start.py bench [NAME]`: run one of the measurements and print its table."""

from __future__ import annotations

import argparse

from bench import solver

MEASUREMENTS = {"solver": solver.measure}


def main() -> None:
    parser = argparse.ArgumentParser(prog="start.py bench", description=__doc__)
    parser.add_argument("name", nargs="?", choices=sorted(MEASUREMENTS), default="solver")
    parser.add_argument("--deals", type=int, default=300, help="random deals to decide")
    parser.add_argument("--budget", type=int, default=20_000_000, help="nodes a deal")
    parser.add_argument("--hints", type=int, default=100, help="positions to ask a hint in")
    parser.add_argument("--pars", type=int, default=20, help="deals to find par for")
    parser.add_argument("--par-budget", type=int, default=2_000_000, help="nodes a deal for par")
    options = parser.parse_args()
    MEASUREMENTS[options.name](options)


if __name__ == "__main__":
    main()

"""The bench runs and prints its tables; what they say is for people."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from bench import solver

if TYPE_CHECKING:
    import pytest


def test_the_solvers_bench_prints_four_tables(capsys: pytest.CaptureFixture[str]) -> None:
    solver.measure(Namespace(deals=5, budget=2_000, hints=3, pars=2, par_budget=500))
    printed = capsys.readouterr().out
    assert "Nodes a second, one core" in printed
    assert "Nodes for 5 random deals, at most 2,000 each" in printed
    assert "A hint at 3 random positions of games" in printed
    assert "won deals, 500 nodes each" in printed

"""What the benches of reading make of what they read; their figures are for people."""

from __future__ import annotations

import pytest

from bench import reads


def test_a_ratio_of_rates_is_the_median_of_those_of_the_rounds() -> None:
    one, other = {"rates": [100.0, 300.0, 50.0]}, {"rates": [200.0, 200.0, 100.0]}
    assert reads.ratio(one, other) == pytest.approx(0.5)


def test_a_row_without_blocks_has_a_place_for_its_ratio() -> None:
    row = {"name": "list", "rate": 100.0, "p50_ms": 8.0, "ratio": 0.5}
    with_blocks, without = reads.table([{**row, "blocks": 12.0}, row]).splitlines()[1:]
    assert with_blocks.index("0.50") == without.index("0.50")

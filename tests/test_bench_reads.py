"""What the benches of reading make of what they read; their figures are for people."""

from __future__ import annotations

import pytest

from bench import nodes, reads


def test_the_answers_of_each_server_are_read_from_haproxy() -> None:
    said = (
        "# pxname,svname,hrsp_2xx,\nagnes,FRONTEND,9,\nweb,web_1,5,\nweb,web_2,,\nweb,BACKEND,5,\n"
        "reader,reader,4,\nreader,BACKEND,4,\n\n"
    )
    assert nodes.answered_in(said) == {"web_1": 5, "web_2": 0, "reader": 4}


def test_a_ratio_of_rates_is_the_median_of_those_of_the_rounds() -> None:
    one, other = {"rates": [100.0, 300.0, 50.0]}, {"rates": [200.0, 200.0, 100.0]}
    assert reads.ratio(one, other) == pytest.approx(0.5)


def test_a_row_without_blocks_has_a_place_for_its_ratio() -> None:
    row = {"name": "list", "rate": 100.0, "p50_ms": 8.0, "ratio": 0.5}
    with_blocks, without = reads.table([{**row, "blocks": 12.0}, row]).splitlines()[1:]
    assert with_blocks.index("0.50") == without.index("0.50")

"""The readers of texts from outside, fuzzed a little; `python -m fuzz` does it for long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.targets import SEEDS, TARGETS

BYTES = st.binary(max_size=300) | st.text(max_size=200).map(str.encode)


@st.composite
def damaged(draw: st.DrawFn, seed: bytes) -> bytes:
    """A text that can be read, with a piece of it replaced."""
    start = draw(st.integers(0, len(seed)))
    end = draw(st.integers(start, min(len(seed), start + 20)))
    piece = draw(st.binary(max_size=8) | st.sampled_from([b"\0", b" ", b"-", b"/", b"KS", b"undo"]))
    return seed[:start] + piece + seed[end:]


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_reads_or_refuses_whatever_it_is_given(name: str) -> None:
    seeds = st.sampled_from(SEEDS[name]).flatmap(damaged)

    @settings(max_examples=150, deadline=None)
    @given(BYTES | seeds)
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_takes_what_it_is_fuzzed_with(name: str) -> None:
    for seed in SEEDS[name]:
        TARGETS[name](seed)

"""Moves and their texts."""

from __future__ import annotations

import pickle

import pytest

from games.engine import DEAL, InvalidNotation, Move

COLUMNS = [f"t{n}" for n in range(1, 8)]
RESERVES = [f"r{n}" for n in range(1, 8)]
WELL_FORMED = [
    "deal",
    *(f"{source}-f" for source in (*COLUMNS, *RESERVES, "x1", "x2")),
    *(f"{source}-{target}" for source in (*COLUMNS, *RESERVES, "x1", "x2") for target in COLUMNS),
    *(
        f"{source}-{target}:{count}"
        for source in COLUMNS
        for target in COLUMNS
        for count in (2, 9, 10, 13, 51, 99)
    ),
]


def test_every_move_is_written_as_it_was_read() -> None:
    assert [str(Move.parse(text)) for text in WELL_FORMED] == WELL_FORMED


def test_equal_texts_are_equal_moves_and_different_texts_different_ones() -> None:
    assert len({Move.parse(text) for text in WELL_FORMED * 2}) == len(WELL_FORMED)


def test_deal_is_one_of_the_moves() -> None:
    assert Move.parse("deal") is DEAL
    assert pickle.loads(pickle.dumps(DEAL)) == DEAL  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "t1", "t1-", "-t1", "t1-t8", "t0-t1", "t8-t1", "r8-f", "x3-f", "x0-t1", "f-t1"),
        *("t1-r2", "t1-x1", "r1-r2", "x1-x2", "f-f", "T1-F", "t1-F", "Deal", "DEAL", "deal:2"),
        *("t1-t2:1", "t1-t2:0", "t1-t2:02", "t1-t2:", "t1-t2:-2", "t1-t2:+2", "t1-t2:2.0"),
        *("t1-t2:100", "t1-t2:" + "9" * 5000, "r1-t2:2", "x1-t2:2", "t1-f:2", "t1-t2:٢"),
        *(
            " t1-f",
            "t1-f ",
            "t1 -f",
            "t1-f\n",
            "t1\u2013f",
            "t1-t2 :2",
            "undo",
            "concede",
            "t1-f deal",
        ),
        *("t1-f\x00", "\ud800", "stock-stock", "stock1-stock1"),
    ],
    ids=ascii,
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="not a move") as caught:
        Move.parse(text)
    assert (caught.value.text, caught.value.what) == (text, "move")

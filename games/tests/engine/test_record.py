"""Actions, histories and what they fold to (R12)."""

from __future__ import annotations

import pytest

from games.engine import (
    DEAL,
    Command,
    IllegalMove,
    InvalidNotation,
    Move,
    fold,
    parse_action,
    parse_history,
)

# ----------------------------------------------------------------------------------- the texts


def test_an_action_is_a_move_an_undo_or_a_concession() -> None:
    assert parse_action("t6-f") == Move.parse("t6-f")
    assert parse_action("deal") is DEAL
    assert parse_action("undo") is Command.UNDO
    assert parse_action("concede") is Command.CONCEDE


def test_a_history_is_written_as_it_was_read() -> None:
    text = "t6-f deal undo t1-t4:3 x1-f concede"
    assert " ".join(map(str, parse_history(text))) == text


def test_the_empty_history_is_the_empty_text() -> None:
    assert parse_history("") == ()


@pytest.mark.parametrize(
    ("text", "index"),
    [
        (" ", 0),
        ("t6-f ", 1),
        (" t6-f", 0),
        ("t6-f  deal", 1),
        ("t6-f\ndeal", 0),
        ("deal deal UNDO", 2),
        ("undo Concede t9-f", 1),
    ],
    ids=range(7),
)
def test_a_history_that_cannot_be_read_names_the_action(text: str, index: int) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_history(text)
    assert (caught.value.index, caught.value.text) == (index, text.split(" ")[index])


# --------------------------------------------------------------------------------------- fold


@pytest.mark.parametrize(
    ("history", "line"),
    [
        ("", ""),
        ("t6-f", "t6-f"),
        ("t6-f undo", ""),
        ("t6-f deal undo", "t6-f"),
        ("t6-f deal undo undo", ""),
        ("t6-f undo deal undo t7-t6", "t7-t6"),
        ("t6-f deal concede", "t6-f deal"),
    ],
    ids=range(7),
)
def test_an_undo_takes_back_the_last_move_still_standing(history: str, line: str) -> None:
    """R12."""
    assert fold(parse_history(history)) == parse_history(line)


def test_folding_refuses_an_undo_too_many() -> None:
    with pytest.raises(IllegalMove, match="nothing to take back") as caught:
        fold(parse_history("t6-f undo undo"))
    error = caught.value
    assert (error.code, error.index, error.position) == ("nothing_to_undo", 2, None)

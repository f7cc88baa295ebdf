"""The points at which a worker of the web can be told to die, and how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# At any moment of a move; before and after the statement that appends actions; when all is
# committed, nothing answered.
GROWN_UP_SECONDS = 6
POINTS = ("mid_move", "before_write", "after_write", "before_answer")


def order(folder: Path, point: str) -> Path:
    """The file whose presence orders the next worker that comes to the point to die there.

    A young worker leaves the order to others, and to itself when it is older: granian takes one
    that dies within 5.5 s of its replacing another for a crash loop, and ends.
    """
    return folder / f"die-{point}"

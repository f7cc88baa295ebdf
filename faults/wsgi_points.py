"""The points at which a worker of the web can be told to die, and how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# Before and after the statement that appends actions; when all is committed, nothing answered.
POINTS = ("before_write", "after_write", "before_answer")


def order(folder: Path, point: str) -> Path:
    """The file whose presence orders the next worker that comes to the point to die there."""
    return folder / f"die-{point}"

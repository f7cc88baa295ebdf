"""Passwords that were stolen elsewhere: a local file of their SHA-1 (`BREACHED_PASSWORDS`).

The format is that of the download of Have I Been Pwned: a line is 40 hex digits, a colon and a
count, and the lines are sorted. The whole list has about 40 GB, so it is searched where it lies.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

_DIGITS = 40
_LINE = re.compile(rb"[0-9A-Fa-f]{40}(:\d+)?\r?\n")


def is_breached(password: str, file: Path) -> bool:
    """Whether the file has the password. Reads about 40 lines. Raises OSError."""
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
    with file.open("rb") as lines:
        lines.seek(_first_not_below(lines, digest))
        return _digest_of(lines.readline()) == digest


def is_list(file: Path) -> bool:
    """Whether the file begins as such a list does. Raises OSError."""
    with file.open("rb") as lines:
        return bool(_LINE.fullmatch(lines.readline(_DIGITS * 2)))


def _first_not_below(lines: BinaryIO, digest: bytes) -> int:
    """Where the first line begins that is not below the digest: a binary search over bytes."""
    low, high = 0, lines.seek(0, os.SEEK_END)
    while low < high:
        middle = (low + high) // 2
        lines.seek(max(middle - 1, 0))
        if middle:
            lines.readline()  # the rest of the line before
        line = lines.readline()
        if line and _digest_of(line) < digest:
            low = lines.tell()
        else:
            high = middle
    return low


def _digest_of(line: bytes) -> bytes:
    return line[:_DIGITS].upper()

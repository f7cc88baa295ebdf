"""What commands read from their arguments."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable


def between(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number in these bounds, for `argparse`."""

    def whole_number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return whole_number

"""Plots as the templates draw them: numbers turned into places in an SVG, pure.

All are 360 wide and 200 high, which on a phone is a pixel each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.selectors.figures import Win

LEFT, RIGHT, TOP, BOTTOM = 34, 352, 14, 172
MOST_BARS = 12
_STEPS = (1, 2, 5, 10, 20, 50, 100)


class Tick(NamedTuple):
    """A number on the axis of moves, and its height."""

    label: int
    y: float


class Dot(NamedTuple):
    win: Win
    x: float
    y: float


class WinsPlot(NamedTuple):
    """Moves per win, from the oldest to the newest."""

    dots: list[Dot]
    ticks: list[Tick]
    path: str
    fewest: int
    most: int
    average: float


class Bar(NamedTuple):
    """How many won with `first` to `last` moves; `is_mine` when the asker is one of them."""

    first: int
    last: int
    wins: int
    x: float
    y: float
    width: float
    height: float
    middle: float
    is_mine: bool


def wins_plot(wins: Sequence[Win]) -> WinsPlot | None:
    """Place a player's wins; None when there are too few for a picture."""
    if len(wins) < 2:
        return None
    moves = [win.moves for win in wins]
    step = next((step for step in _STEPS if max(moves) - min(moves) <= 4 * step), _STEPS[-1])
    low, high = min(moves) // step * step, (max(moves) // step + 1) * step
    spread = (RIGHT - LEFT - 16) / (len(wins) - 1)

    def y(number: int) -> float:
        return round(BOTTOM - (number - low) / (high - low) * (BOTTOM - TOP), 1)

    dots = [Dot(win, round(LEFT + 8 + n * spread, 1), y(win.moves)) for n, win in enumerate(wins)]
    ticks = [Tick(number, y(number)) for number in range(low, high + 1, step)]
    path = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    average = round(sum(moves) / len(moves), 1)
    return WinsPlot(dots, ticks, path, min(moves), max(moves), average)


def distribution(wins: Mapping[int, int], mine: int | None) -> list[Bar]:
    """Place the bars of a day's wins by moves; `mine` is the number of the asker's own win."""
    if not wins:
        return []
    least, most = min(wins), max(wins)
    step = next((step for step in _STEPS if (most - least) // step < MOST_BARS), _STEPS[-1])
    starts = range(least // step * step, most + 1, step)
    counts = {
        start: sum(wins.get(moves, 0) for moves in range(start, start + step)) for start in starts
    }
    width = (RIGHT - LEFT) / max(len(starts), MOST_BARS // 2)
    tallest = max(counts.values())
    bars = []
    for place, (start, number) in enumerate(counts.items()):
        height = round(number / tallest * (BOTTOM - TOP - 14), 1)
        x = round(LEFT + place * width, 1)
        is_mine = mine is not None and start <= mine < start + step
        bars.append(
            Bar(
                start,
                start + step - 1,
                number,
                x,
                BOTTOM - height,
                round(width - 4, 1),
                height,
                round(x + (width - 4) / 2, 1),
                is_mine,
            )
        )
    return bars

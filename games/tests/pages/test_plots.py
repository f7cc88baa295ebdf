"""Where the plots put what they draw."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from games.selectors.figures import Win
from games.views.pages.plots import BOTTOM, LEFT, MOST_BARS, RIGHT, TOP, distribution, wins_plot

FIRST = date(2026, 11, 1)


def wins(*moves: int) -> list[Win]:
    return [Win(FIRST + n * timedelta(days=1), number) for n, number in enumerate(moves)]


@pytest.mark.parametrize("moves", [(), (90,)])
def test_fewer_than_two_wins_make_no_picture(moves: tuple[int, ...]) -> None:
    assert wins_plot(wins(*moves)) is None


@pytest.mark.parametrize("moves", [(90, 90), (54, 1000), (88, 120, 97), tuple(range(60, 120))])
def test_every_win_lies_on_the_picture_and_fewer_moves_lie_lower(moves: tuple[int, ...]) -> None:
    plot = wins_plot(wins(*moves))
    assert plot is not None
    assert [dot.win.moves for dot in plot.dots] == list(moves)
    assert all(LEFT < dot.x < RIGHT for dot in plot.dots)
    assert all(TOP <= dot.y <= BOTTOM for dot in plot.dots)
    heights = {dot.win.moves: dot.y for dot in plot.dots}
    assert sorted(heights, key=lambda number: -heights[number]) == sorted(heights)
    assert 2 <= len(plot.ticks) <= 12
    assert plot.ticks[0].label <= min(moves) <= max(moves) <= plot.ticks[-1].label


def test_a_plot_says_its_figures() -> None:
    plot = wins_plot(wins(88, 120, 97))
    assert plot is not None
    assert (plot.fewest, plot.most, plot.average) == (88, 120, 101.7)


def test_a_day_without_a_win_has_no_bars() -> None:
    assert distribution({}, None) == []


@pytest.mark.parametrize(
    "counted", [{90: 3}, {90: 1, 91: 2}, {54: 1, 1000: 1}, {60: 5, 75: 2, 130: 1}]
)
def test_the_bars_hold_every_win_once(counted: dict[int, int]) -> None:
    bars = distribution(counted, None)
    assert sum(bar.wins for bar in bars) == sum(counted.values())
    assert len(bars) <= MOST_BARS
    assert all(bar.x >= LEFT and bar.x + bar.width <= RIGHT for bar in bars)
    assert all(bar.y + bar.height == BOTTOM for bar in bars)
    assert not any(bar.is_mine for bar in bars)


def test_my_own_win_is_in_one_bar() -> None:
    bars = distribution({60: 5, 75: 2, 130: 1}, 75)
    assert [(bar.first <= 75 <= bar.last) for bar in bars] == [bar.is_mine for bar in bars]
    assert sum(bar.is_mine for bar in bars) == 1

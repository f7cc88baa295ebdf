"""What a census says: the share that can be won, and the histogram of nodes, as text and as SVG."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from games.services.census import Row

VERDICTS = ("won", "lost", "unknown")
_NORMAL_95 = 1.959964
_TEXT_WIDTH = 50
_COLOURS = {"won": "#2e7d5b", "lost": "#b5483f", "unknown": "#8a8a8a"}
_LEFT, _BAR, _ROW, _TOP = 150, 420, 22, 46


def wilson(wins: int, deals: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by the score method.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    Journal of the American Statistical Association 22 (1927).
    """
    share, weight = wins / deals, _NORMAL_95**2 / deals
    middle = share + weight / 2
    reach = math.sqrt(share * (1 - share) * weight + weight**2 / 4)
    return (middle - reach) / (1 + weight), (middle + reach) / (1 + weight)


def summary(rows: Collection[Row]) -> Iterator[str]:
    """Yield the findings, a line each. Undecided deals count once as lost and once as won."""
    found = Counter(row.verdict for row in rows)
    deals, won, lost, unknown = len(rows), *(found[verdict] for verdict in VERDICTS)
    low, high = wilson(won, deals)[0], wilson(won + unknown, deals)[1]
    yield f"deals      {deals}"
    yield f"won        {won} ({won / deals:.2%})"
    yield f"lost       {lost} ({lost / deals:.2%})"
    yield f"undecided  {unknown} ({unknown / deals:.2%})"
    yield f"winnable   {low:.2%} to {high:.2%}, with 95 % confidence"
    nodes = sorted(row.nodes for row in rows)
    quantiles = ", ".join(f"{q} %: {nodes[(deals - 1) * q // 100]:,}" for q in (50, 75, 90, 95, 99))
    yield f"nodes      {quantiles}; most: {nodes[-1]:,}; all: {sum(nodes):,}"
    moves = sorted(row.moves for row in rows if row.moves is not None)
    if moves:
        yield f"lines      {moves[0]} to {moves[-1]} moves, median {moves[len(moves) // 2]}"
    if unknown:
        numbers = sorted(row.deal for row in rows if row.verdict == "unknown")
        yield f"undecided are the deals {', '.join(map(str, numbers))}"


def histogram(rows: Collection[Row]) -> list[tuple[str, Counter[str]]]:
    """Return the verdicts by the size of their search: two bins a power of ten."""
    counts: dict[int, Counter[str]] = {}
    for row in rows:
        counts.setdefault(_bin(row.nodes), Counter())[row.verdict] += 1
    bins = range(min(counts), max(counts) + 1)
    return [(f"{_start(n):,} to {_start(n + 1) - 1:,}", counts.get(n, Counter())) for n in bins]


def _bin(nodes: int) -> int:
    """0 for 0 to 2 nodes, 1 for 3 to 9, 2 for 10 to 29, and so on."""
    text = str(nodes)
    return 2 * (len(text) - 1) + (text[0] >= "3")


def _start(number: int) -> int:
    power, half = divmod(number, 2)
    return 0 if number == 0 else 10**power * (3 if half else 1)


def histogram_text(rows: Collection[Row]) -> Iterator[str]:
    """Yield the histogram in lines: `█` for won, `░` for lost, `?` for undecided deals."""
    bins = histogram(rows)
    widest = max(len(label) for label, _ in bins)
    most = max(count.total() for _, count in bins)
    for label, count in bins:
        bar = "".join(
            sign * math.ceil(count[verdict] * _TEXT_WIDTH / most)
            for verdict, sign in zip(VERDICTS, "█░?", strict=True)
        )
        yield f"{label:>{widest}} {count.total():>6} {bar}"


def histogram_svg(rows: Collection[Row], title: str) -> str:
    """Return the histogram as an SVG document; `title` is plain text without markup."""
    bins = histogram(rows)
    most = max(count.total() for _, count in bins)
    height = _TOP + _ROW * len(bins) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" '
        f'font-family="sans-serif" font-size="12"><title>{title}</title>',
        f'<rect width="640" height="{height}" fill="#fff"/>',
        f'<text x="10" y="18" font-weight="bold">{title}</text>',
        *_legend(),
    ]
    for number, (label, count) in enumerate(bins):
        parts += _bar(label, count, _TOP + _ROW * number, _BAR / most)
    return "\n".join([*parts, "</svg>", ""])


def _legend() -> Iterator[str]:
    words = {"won": "can be won", "lost": "cannot", "unknown": "undecided"}
    for place, verdict in enumerate(VERDICTS):
        x = _LEFT + 100 * place
        yield f'<rect x="{x}" y="27" width="10" height="10" fill="{_COLOURS[verdict]}"/>'
        yield f'<text x="{x + 14}" y="36">{words[verdict]}</text>'


def _bar(label: str, count: Counter[str], y: int, scale: float) -> Iterator[str]:
    yield f'<text x="{_LEFT - 6}" y="{y + 13}" text-anchor="end">{label}</text>'
    x = float(_LEFT)
    for verdict in VERDICTS:
        if count[verdict]:
            width = count[verdict] * scale
            colour = _COLOURS[verdict]
            yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="17" fill="{colour}"/>'
            x += width
    yield f'<text x="{x + 5:.1f}" y="{y + 13}">{count.total():,}</text>'

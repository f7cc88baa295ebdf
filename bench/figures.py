"""The arithmetic of a run: medians over rounds, ratios to the yardsticks, what moved since."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from bench import BenchError
from bench.machine import NOISY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOVED = 0.10


class CountError(BenchError):
    """The database does not hold what the answers said."""


@dataclass(frozen=True)
class Slice:
    """One measurement: `rate` is answers a second, `moves` accepted actions a second.

    `t3` and `lc2` are the yardsticks, the mean of before and after. `cpu_us` is what server,
    database and client together used for an answer, in microseconds of CPU; `client` is the
    client's share of it, `others` the share of all cores that strangers took.
    """

    name: str
    clients: int
    rate: float
    moves: float
    t3: float
    lc2: float
    p50_ms: float
    p99_ms: float
    cpu_us: float
    client: float
    others: float


def check(*, name: str, answers: Mapping[str, Any], gained: int) -> None:
    """Raises CountError unless every answer was right and the database gained what they said."""
    if answers["wrong_answers"]:
        shown = "\n".join(answers["wrong"])
        raise CountError(f"{name}: {answers['wrong_answers']} wrong answers, such as\n{shown}")
    if answers["gained"] != gained:
        raise CountError(
            f"{name}: 2xx answers stand for {answers['gained']} moves, the database has {gained}"
        )


def beside(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """The mean of each yardstick before and after a slice."""
    return {name.lower(): mean((before[name], after[name])) for name in before}


def summary(slices: Iterable[Slice]) -> list[dict[str, Any]]:
    """A row for every name and number of clients, in the order of their first slices.

    Ratios are made within a round, then their median is taken.
    """
    groups: dict[tuple[str, int], list[Slice]] = {}
    for each in slices:
        groups.setdefault((each.name, each.clients), []).append(each)
    return [_row(group) for group in groups.values()]


def _row(group: Sequence[Slice]) -> dict[str, Any]:
    numbers = ("rate", "moves", "t3", "lc2", "p50_ms", "p99_ms", "cpu_us", "client", "others")
    medians = {name: median(getattr(each, name) for each in group) for name in numbers}
    return {
        "name": group[0].name,
        "clients": group[0].clients,
        "rounds": len(group),
        **medians,
        "per_t3": median(_work(each) / each.t3 for each in group),
        "per_lc2": median(_work(each) / each.lc2 for each in group),
        "noisy": max(each.others for each in group) > NOISY,
    }


def _work(each: Slice) -> float:
    """What is compared: moves where moves are made, else answers."""
    return each.moves or each.rate


def table(rows: Iterable[Mapping[str, Any]]) -> str:
    """The rows as text."""
    head = f"{'':<22}{'clients':>8}{'answers/s':>11}{'moves/s':>9}{'÷T3':>7}{'÷LC2':>7}"
    head += (
        f"{'p50 ms':>8}{'p99 ms':>8}{'CPU µs':>8}{'T3/s':>8}{'LC2/s':>8}{'client':>8}{'others':>8}"
    )
    return "\n".join([head, *map(_line, rows)])


def _line(row: Mapping[str, Any]) -> str:
    return (
        f"{row['name']:<22}{row['clients']:>8}{row['rate']:>11,.0f}{row['moves']:>9,.0f}"
        f"{row['per_t3']:>7.2f}{row['per_lc2']:>7.2f}{row['p50_ms']:>8.1f}{row['p99_ms']:>8.1f}"
        f"{row['cpu_us']:>8,.0f}{row['t3']:>8,.0f}{row['lc2']:>8,.0f}{row['client']:>8.0%}{row['others']:>8.0%}"
        f"{'  noisy' if row['noisy'] else ''}"
    )


def report(result: Mapping[str, Any]) -> str:
    """All tables of a run as text."""
    games, per_move = result["games"], result["per_move"]
    worker = max((each["pss"] for each in result["worker_mb"]), default=0)
    return "\n".join(
        [
            table(result["rows"]),
            "",
            "Of one move from one client: "
            + ", ".join(f"{value:,.2f} {name}" for name, value in per_move.items()),
            f"{games['hot_share']:.1%} of {games['updates']:,} updates in place",
            f"{games['bytes_finished']:,.0f} bytes a finished game with its indexes, "
            f"{games['bytes_played']:,.0f} as played",
            f"{worker:.0f} MB (PSS) the largest worker",
            f"Python {result['machine']['python']}",
        ]
    )


def moved(old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]]) -> list[str]:
    """A line for every ratio to LC2 that is in both runs; those that moved by a tenth are named."""
    before = {(row["name"], row["clients"]): row["per_lc2"] for row in old}
    found = []
    for row in new:
        was = before.get((row["name"], row["clients"]))
        if was:
            change = row["per_lc2"] / was - 1
            word = "" if abs(change) < MOVED else "  better" if change > 0 else "  worse"
            found.append(
                f"{row['name']:<22}{row['clients']:>8}{was:>7.2f} ->{row['per_lc2']:>5.2f}"
                f"{change:>+8.0%}{word}"
            )
    return found


def as_json(slices: Iterable[Slice]) -> list[dict[str, Any]]:
    return [asdict(each) for each in slices]

"""A game looked back at, as the server draws it: one position, and all the actions in words."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from games.engine import parse_action
from games.views.pages.drawing import board_drawn
from games.views.pages.naming import action_name, deals_left

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.engine import Position

Shown = dict[str, Any]

_DEALS = 3
_BAR_HEIGHT = 12
_HEIGHTS = {"winnable": 10, "unknown": 6, "lost": 3}
_VERDICTS = {
    "winnable": _("From here the game could be won."),
    "lost": _("From here the game could not be won."),
    "unknown": _("Whether the game could be won from here is not decided."),
}


def viewer_shown(
    actions: Sequence[Shown],
    positions: Sequence[Position],
    *,
    asked: str = "",
    found: Mapping[str, Any] | None = None,
) -> Shown:
    """Return what the viewer shows of a game at the ply that is `asked` for.

    `actions` are rows with `ply` and `move`; `positions` stand before the first and after each;
    `found` is the review in the shape of the API, once it is ready.
    """
    ply = ply_asked(asked, len(actions))
    rows = list(_rows(actions, positions, found))
    return {
        "ply": ply,
        "last": len(actions),
        "steps": {"back": max(ply - 1, 0), "on": min(ply + 1, len(actions))},
        "board": board_drawn(positions[ply], positions[ply - 1] if ply else None),
        "positions": [str(position) for position in positions],
        "groups": [(_group_name(deals), list(of)) for deals, of in groupby(rows, _deals_made)],
        "words": _words(ply, rows),
        "verdict": _VERDICTS[found["verdicts"][ply]] if found else "",
        "verdicts": _VERDICTS,
        "review": review_shown(found, positions) if found else None,
    }


def ply_asked(text: str, last: int) -> int:
    """Return the ply nearest to what an address says; the opening when that is no number."""
    try:
        return min(max(int(text), 0), last)
    except ValueError:
        return 0


def _rows(
    actions: Sequence[Shown], positions: Sequence[Position], found: Mapping[str, Any] | None
) -> Iterator[Shown]:
    turned = {point["ply"] for point in found["turning_points"]} if found else set()
    for row, before, after in zip(actions, positions, positions[1:], strict=False):
        yield {
            **row,
            "words": action_name(parse_action(row["move"]), before),
            "deals": _DEALS - deals_left(after.stock_count),
            "is_turned": row["ply"] in turned,
        }


_deals_made = itemgetter("deals")


def _group_name(deals: int) -> str:
    if not deals:
        return str(_("Before the first deal"))
    return str(_("After deal {number}")).format(number=deals)


def _words(ply: int, rows: Sequence[Shown]) -> str:
    action = rows[ply - 1]["words"] if ply else str(_("the opening"))
    facts = {"ply": ply, "moves": len(rows), "action": action}
    return str(_("{ply} of {moves}: {action}")).format(**facts)


def review_shown(found: Mapping[str, Any], positions: Sequence[Position]) -> Shown:
    """Return a review as the page has it without modules: the bar, and each turning point."""
    verdicts, points = found["verdicts"], found["turning_points"]
    return {
        "width": len(verdicts),
        "bars": list(_bars(verdicts)),
        "points": [_point(point, positions[point["ply"] - 1]) for point in points],
        "words": _summary(verdicts, points),
    }


def _bars(verdicts: Sequence[str]) -> Iterator[Shown]:
    for verdict, stretch in groupby(enumerate(verdicts), itemgetter(1)):
        plies = [ply for ply, _verdict in stretch]
        height = _HEIGHTS[verdict]
        yield {
            "verdict": verdict,
            "x": plies[0],
            "y": _BAR_HEIGHT - height,
            "width": len(plies),
            "height": height,
        }


def _point(point: Mapping[str, Any], before: Position) -> Shown:
    lost, kept = (action_name(parse_action(point[name]), before) for name in ("move", "better"))
    words = _("Move {ply} lost the win ({lost}). This would have kept it: {kept}.")
    facts = {"ply": point["ply"], "lost": lost, "kept": kept}
    return {"ply": point["ply"], "before": point["ply"] - 1, "words": str(words).format(**facts)}


def _summary(verdicts: Sequence[str], points: Sequence[Any]) -> str:
    if points:
        return str(_("The win was lost by a move; the bar shows where."))
    if verdicts[0] == "lost":
        return str(_("This deal could not be won."))
    if "unknown" in verdicts:
        return str(_("Some positions were too hard to decide."))
    return str(_("No move lost the win."))

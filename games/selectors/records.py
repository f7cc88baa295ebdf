"""Reading what a player brings: a deck, or the record of a game, judged by the engine."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Attempt, Deck, InvalidNotation, Position, walk
from games.engine.scoresheet import ScoreSheet

LONGEST = 20_000
MOST_ACTIONS = 1000


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record that replays. `differences` are headers that it does not bear out."""

    sheet: ScoreSheet
    deck: Deck
    positions: list[Position]
    attempt: Attempt
    differences: list[str]


def is_record(text: str) -> bool:
    """Tell a record from a deck: it begins with a header."""
    return text.lstrip().startswith("[")


def deck_from(text: str) -> Deck:
    """Read a deck however it is spaced and cased. Raises InvalidNotation."""
    return Deck.parse(" ".join(text.upper().split()))


def record_check(text: str) -> CheckedRecord:
    """Replay a record and compare it with what it claims. Raises InvalidNotation, IllegalMove."""
    sheet = ScoreSheet.parse(text)
    if len(sheet.actions) > MOST_ACTIONS:
        reason = f"{len(sheet.actions)} actions, and a game has at most {MOST_ACTIONS}"
        raise InvalidNotation(text, reason, "record")
    deck = sheet.deck
    start = Attempt.start(deck, ranked="Contest" in sheet.headers)
    attempts = [start, *walk(deck, sheet.actions, ranked=start.ranked)]
    positions = [attempt.position for attempt in attempts]
    return CheckedRecord(sheet, deck, positions, attempts[-1], sheet.differences())

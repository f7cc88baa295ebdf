"""Reading what a player brings: a deck, or the record of a game, judged by the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine import Attempt, Deck, InvalidNotation, Position, walk
from games.engine.scoresheet import ScoreSheet
from games.engine.verify import Check, sheet_checks
from games.selectors.contests import contest_named, is_settled

if TYPE_CHECKING:
    from datetime import datetime

LONGEST = 20_000
MOST_ACTIONS = 1000


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record that replays, and what became of its other claims."""

    sheet: ScoreSheet
    deck: Deck
    positions: list[Position]
    attempt: Attempt
    checks: list[Check]


def is_record(text: str) -> bool:
    """Tell a record from a deck: it begins with a header."""
    return text.lstrip().startswith("[")


def deck_from(text: str) -> Deck:
    """Read a deck however it is spaced and cased. Raises InvalidNotation."""
    return Deck.parse(" ".join(text.upper().split()))


def record_check(text: str, now: datetime) -> CheckedRecord:
    """Replay a record and check what it claims, also by what is published here of its contest.

    Raises InvalidNotation, IllegalMove.
    """
    sheet = ScoreSheet.parse(text)
    if len(sheet.actions) > MOST_ACTIONS:
        reason = f"{len(sheet.actions)} actions, and a game has at most {MOST_ACTIONS}"
        raise InvalidNotation(text, reason, "record")
    deck = sheet.deck
    start = Attempt.start(deck, ranked="Contest" in sheet.headers)
    attempts = [start, *walk(deck, sheet.actions, ranked=start.ranked)]
    positions = [attempt.position for attempt in attempts]
    return CheckedRecord(sheet, deck, positions, attempts[-1], _checks(sheet, now))


def _checks(sheet: ScoreSheet, now: datetime) -> list[Check]:
    contest = contest_named(sheet.headers.get("Contest", ""), now)
    if contest is None:
        return sheet_checks(sheet)
    seed = contest.deal.seed if is_settled(contest, now) else None
    return sheet_checks(sheet, seed=seed, published=contest.commitment)

"""Flags: what is noticed about games once a contest is settled, and what a moderator makes of it.

A win takes 54 actions at least, mostly more than eighty, and at nearly all of them several moves
are legal. Equal beginnings are natural, and so are equal ends, which the page plays by itself; two
whole histories are equal by nature only where hardly any action left a choice, or where programs
played that are the same. So every pair is flagged, with the number of its choices, and none is
judged here.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from django.db import transaction

from games.engine import Deck, Move, legal_moves, opening, parse_history, walk
from games.models import Contest, Flag
from games.selectors.flags import contests_to_compare, equal_histories

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import Game


def histories_compare(*, now: datetime) -> int:
    """Flag the wins of settled contests that have one history; return how many are new.

    May run again, or twice at once, to the same effect.
    """
    return sum(_contest_compare(contest, now) for contest in contests_to_compare(now))


def flag_decide(*, flag: Flag, state: Flag.State) -> None:
    """Keep what a moderator makes of a flag; hiding a player is another decision."""
    flag.state = state
    flag.save(update_fields=["state"])


def _contest_compare(contest: Contest, now: datetime) -> int:
    with transaction.atomic():
        equal = equal_histories(contest)
        new = [_flag(contest, history, games, now) for history, games in equal.items()]
        Contest.objects.filter(pk=contest.pk).update(compared_at=now)
    return sum(new)


def _flag(contest: Contest, history: str, games: list[Game], now: datetime) -> bool:
    flag, is_new = Flag.objects.get_or_create(
        contest=contest,
        reason=Flag.Reason.EQUAL_HISTORIES,
        digest=hashlib.sha256(history.encode()).hexdigest(),
        defaults={"choices": _choices(Deck.parse(contest.deal.deck), history), "at": now},
    )
    flag.games.add(*games)
    return is_new


def _choices(deck: Deck, history: str) -> int:
    """Count the moves of a ranked history that were not the only legal ones."""
    actions = parse_history(history)
    attempts = walk(deck, actions, ranked=True)
    before = [opening(deck), *(attempt.position for attempt in attempts)]
    moves = [
        position
        for position, action in zip(before, actions, strict=False)
        if isinstance(action, Move)
    ]
    return sum(len(list(legal_moves(position))) > 1 for position in moves)

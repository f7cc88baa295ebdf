"""Hints for casual games: true ones, found by a search that knows the stock.

Every hint is counted in its game for good. A ranked game, and a deal that is still played for
ranks, is never searched.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from django.core.cache import caches
from django.db.models import F

from accounts.errors import Refused
from games.engine import Deck, Move, legal_moves, opening
from games.engine.hint import Hint, Knowledge, advise
from games.models import Deal, Game
from games.selectors.contests import is_settled
from games.selectors.deals import is_played_for_ranks
from games.selectors.games import attempt_of, is_ranked
from games.services.searches import search

if TYPE_CHECKING:
    from datetime import datetime

    from games.engine import Attempt

State = Literal["winnable", "no_longer_winnable", "never_was", "undetermined"]

BUDGET = 200_000
_MOST_HINTS = 32_767  # what the column holds
_LINE_KEPT = timedelta(hours=1)
_STATES_OF_A_LOST_GAME: dict[str, State] = {
    "winnable": "no_longer_winnable",
    "lost": "never_was",
    "unknown": "undetermined",
}


def hint_give(*, game: Game, now: datetime) -> Hint:
    """Return what is to be known of a player's own casual game as it stands, and count the hint.

    Raises `game_over`, and `ranked` for a ranked game.
    """
    _check_allowed(game, now)
    attempt = attempt_of(game)
    if game.deal.verdict == Deal.Verdict.LOST:
        hint = Hint("lost", None, (), legal_moves(attempt.position), (), 0)
    else:
        hint = advise(attempt.position, _knowledge(game))
        _line_keep(game, attempt, hint)
    _hint_count(game)
    return hint


def hint_verdict(*, game: Game, now: datetime) -> State:
    """Tell no more than whether the game can still be won, and count that as a hint.

    Raises as `hint_give` does.
    """
    _check_allowed(game, now)
    state = _state(game)
    _hint_count(game)
    return state


def _check_allowed(game: Game, now: datetime) -> None:
    if game.status != Game.Status.PLAYING or is_settled(game.contest, now):
        raise Refused("game_over", game=game, action="hint")
    if is_ranked(game) or is_played_for_ranks(game.deal_id, now):
        raise Refused("ranked", game=game)


def _state(game: Game) -> State:
    if game.deal.verdict == Deal.Verdict.LOST:
        return "never_was"
    knowledge = _knowledge(game)
    verdict = knowledge.verdict(attempt_of(game).position, BUDGET)
    if verdict != "lost":
        return "winnable" if verdict == "winnable" else "undetermined"
    start = opening(Deck.parse(game.deal.deck))
    return _STATES_OF_A_LOST_GAME[knowledge.verdict(start, knowledge.nodes_left)]


def _knowledge(game: Game) -> Knowledge:
    """Return what needs no search: the deal's line, and the one that the last hint was from."""
    knowledge = Knowledge(search, BUDGET)
    start = opening(Deck.parse(game.deal.deck))
    for text in (game.deal.solution, caches["process"].get(_line_key(game), "")):
        if text:
            knowledge.note_line(start, [Move.parse(word) for word in text.split()])
    return knowledge


def _line_keep(game: Game, attempt: Attempt, hint: Hint) -> None:
    """Keep the line that a hint is from, so that the next hint goes on along it.

    Without it two hints might send a run to and fro; losing it only costs another search.
    """
    if hint.line is not None and hint.nodes:
        text = " ".join(map(str, (*attempt.line, *hint.line)))
        caches["process"].set(_line_key(game), text, _LINE_KEPT.total_seconds())


def _line_key(game: Game) -> str:
    return f"hint-line-{game.pk}"


def _hint_count(game: Game) -> None:
    counted = Game.objects.filter(pk=game.pk, hints__lt=_MOST_HINTS)
    if counted.update(hints=F("hints") + 1):
        game.hints += 1

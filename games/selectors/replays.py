"""What is looked at when a game is looked back at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from games.engine import Deck, opening, parse_history, walk
from games.models import Game, Review
from games.selectors.deals import is_played_for_ranks
from games.selectors.games import game_status, is_ranked

if TYPE_CHECKING:
    from datetime import datetime

    from games.engine import Position

ReviewState = Literal["playing", "not_settled", "possible", "asked"]

STOCK = 16


def positions_of(game: Game) -> list[Position]:
    """Return the position before the first action and after each, the stock hidden (R13)."""
    deck = Deck.parse(game.deal.deck)
    attempts = walk(deck, parse_history(game.history), ranked=is_ranked(game))
    positions = [opening(deck), *(attempt.position for attempt in attempts)]
    return [position.hidden() for position in positions]


def review_state(game: Game, now: datetime) -> ReviewState:
    """Tell whether a game can be reviewed, and whether somebody has asked for that already."""
    if game_status(game, now) == Game.Status.PLAYING:
        return "playing"
    if is_played_for_ranks(game.deal_id, now):
        return "not_settled"
    return "asked" if Review.objects.filter(game=game).exists() else "possible"


def stock_to_show(game: Game, review: ReviewState) -> list[str]:
    """Return the stock of a game's deal, next card first, once it may be reviewed; else nothing.

    A winning line is replayed with it; the line itself gives the stock away (R13).
    """
    if review in {"playing", "not_settled"}:
        return []
    return [str(card) for card in Deck.parse(game.deal.deck)][-STOCK:]

"""Reading reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Game, Review


def is_of_present_game(review: Review, game: Game) -> bool:
    """Tell whether a review is ready and of the game as it now stands: a verdict for every ply."""
    return review.findings is not None and len(review.findings["verdicts"]) == game.ply + 1

"""Reading reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Review

if TYPE_CHECKING:
    from games.models import Game


def is_of_present_game(review: Review, game: Game) -> bool:
    """Tell whether a review is ready and of the game as it now stands: a verdict for every ply."""
    return review.findings is not None and len(review.findings["verdicts"]) == game.ply + 1


def review_ready(game: Game) -> Review | None:
    """Return the review of a game as it now stands, if it is there."""
    review = Review.objects.filter(game=game, ready_at__isnull=False).first()
    return review if review and is_of_present_game(review, game) else None

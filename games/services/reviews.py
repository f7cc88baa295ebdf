"""Reviews: asked for by a request, computed once by a job, kept with the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts.errors import Refused
from games.engine import Deck, Move, parse_history
from games.engine.review import Review as EngineReview
from games.models import Deal, Game, Review
from games.selectors.deals import is_played_for_ranks
from games.selectors.games import game_status
from games.selectors.reviews import is_of_present_game
from games.services.searches import search

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

BUDGET = 2_000_000


def review_ask(*, game: Game, now: datetime) -> tuple[Review, bool]:
    """Return the review of a finished game, and whether somebody has to compute it now.

    Of many who ask at once one is told to. A casual game that was lost, taken up again and
    finished anew is reviewed anew. Raises `not_finished`, and `not_settled` while the deal is
    played for ranks.
    """
    if game_status(game, now) == Game.Status.PLAYING:
        raise Refused("not_finished", game=game)
    if is_played_for_ranks(game.deal_id, now):
        raise Refused("not_settled")
    review, is_new = Review.objects.get_or_create(game=game)
    if review.ready_at is None or is_of_present_game(review, game):
        return review, is_new
    old = Review.objects.filter(pk=review.pk, ready_at=review.ready_at)
    is_mine = bool(old.update(findings=None, ready_at=None, progress=0))
    review.findings, review.ready_at, review.progress = None, None, 0
    return review, is_mine


def review_compute(*, review_id: int, now: datetime) -> None:
    """Search a game and keep what was found; nothing to do when that has been done.

    May run again after it was cut short, and twice at once: the findings are the same each time.
    """
    review = Review.objects.select_related("game__deal").filter(pk=review_id).first()
    if review is None or review.ready_at is not None:
        return
    waiting = Review.objects.filter(pk=review.pk, ready_at=None)
    waiting.update(progress=1)
    found = _engine_review(review.game)
    _search(found, waiting)
    waiting.update(findings=_findings(found), progress=100, ready_at=now)


def reviews_drop(*, review_ids: Collection[int]) -> None:
    """Forget reviews that nobody will compute any more: who asks again starts one anew."""
    Review.objects.filter(pk__in=review_ids, ready_at=None).delete()


def _engine_review(game: Game) -> EngineReview:
    """What is known without a search: the game's own win, and what was proven about the deal."""
    deal = game.deal
    found = EngineReview.of(Deck.parse(deal.deck), parse_history(game.history))
    if deal.solution:
        found.note_win(found.path[0], tuple(map(Move.parse, deal.solution.split())))
    elif deal.verdict == Deal.Verdict.LOST:
        found.note_loss(found.path[0])
    return found


def _search(found: EngineReview, waiting: Any) -> None:
    positions = len(set(found.path))
    for decided in found.search(search, BUDGET):
        done = max(decided / positions, found.nodes / BUDGET)
        waiting.update(progress=1 + int(98 * min(done, 1)))


def _findings(found: EngineReview) -> dict[str, Any]:
    turning_points = found.turning_points()
    line = None
    if turning_points:
        line = [str(move) for move in found.wins[found.path[turning_points[-1].ply - 1]]]
    return {
        "verdicts": [found.verdict(position) for position in found.path],
        "turning_points": [
            {"ply": point.ply, "move": str(point.move), "better": str(point.better)}
            for point in turning_points
        ],
        "winning_line": line,
        "budget": BUDGET,
        "nodes": found.nodes,
    }

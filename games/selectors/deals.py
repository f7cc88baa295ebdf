"""Reading deals: the pool, what is known of them, which are still played for ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from django.db.models import Q

from games.models import Contest, Deal

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

Difficulty = Literal["easy", "medium", "hard", "expert"]
DIFFICULTIES = ("easy", "medium", "hard", "expert")

# Shares of blind play that wins, and nodes of the search.
_EASY, _MEDIUM, _EXPERT_NODES = 0.30, 0.05, 100


def pooled_deals() -> QuerySet[Deal]:
    """Return the certified deals that wait for their first game, oldest first."""
    return Deal.objects.filter(is_pooled=True).order_by("id")


def is_played_for_ranks(deal_id: int, now: datetime) -> bool:
    """Tell whether a deal is that of a contest to come or not yet settled."""
    return Contest.objects.filter(deal=deal_id, settles_at__gt=now).exists()


def undecided_deals(budget: int) -> QuerySet[Deal]:
    """Return the deals that no search with so many nodes has tried to decide, oldest first."""
    is_untried = Q(nodes__isnull=True) | Q(nodes__lt=budget)
    return Deal.objects.filter(is_untried, verdict=Deal.Verdict.UNKNOWN).order_by("id")


def unrated_deals() -> QuerySet[Deal]:
    """Return the winnable deals whose difficulty or par is not known yet, oldest first."""
    lacks = Q(blind_tries=None) | Q(par_moves=None)
    return Deal.objects.filter(lacks, verdict=Deal.Verdict.WON).order_by("id")


def difficulty_of(deal: Deal) -> Difficulty | None:
    """Return how hard a deal is; None for one not rated yet, or not known to be winnable.

    Blind play tells easy deals apart, the search hard ones: about three deals in ten are easy,
    three medium, two hard and two expert (of 410 certified deals, 29, 29, 23 and 19 per cent).
    """
    if deal.verdict != Deal.Verdict.WON or not deal.blind_tries or deal.nodes is None:
        return None
    share = (deal.blind_wins or 0) / deal.blind_tries
    if share >= _MEDIUM:
        return "easy" if share >= _EASY else "medium"
    return "hard" if deal.nodes < _EXPERT_NODES else "expert"

"""Reading deals: the pool, and which are still played for ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Contest, Deal

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet


def pooled_deals() -> QuerySet[Deal]:
    """Return the certified deals that wait for their first game, oldest first."""
    return Deal.objects.filter(is_pooled=True).order_by("id")


def is_played_for_ranks(deal_id: int, now: datetime) -> bool:
    """Tell whether a deal is that of a contest to come or not yet settled."""
    return Contest.objects.filter(deal=deal_id, settles_at__gt=now).exists()

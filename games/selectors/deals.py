"""Reading deals: the pool, and which one may be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Deal

if TYPE_CHECKING:
    from django.db.models import QuerySet


def pooled_deals() -> QuerySet[Deal]:
    """Return the certified deals that wait for their first game, oldest first."""
    return Deal.objects.filter(is_pooled=True).order_by("id")

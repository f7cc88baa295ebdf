"""Reading guests: whom to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from accounts.models import PlayerSession, User
from games.models import Game

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet


def guests_to_forget(*, now: datetime, before: datetime) -> QuerySet[User]:
    """Return the guests from before a moment who never acted, or whose session has ended."""
    acted = Exists(Game.objects.filter(player=OuterRef("pk"), ply__gt=0))
    can_return = Exists(PlayerSession.objects.filter(player_id=OuterRef("pk"), expire_date__gt=now))
    guests = User.objects.filter(is_guest=True, date_joined__lt=before)
    return guests.filter(~Q(acted) | ~Q(can_return))

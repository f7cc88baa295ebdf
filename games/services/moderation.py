"""What moderators do with players, each time with a reason that is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.models import Moderation
from games.services.boards import player_hide

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User


def player_moderate(
    *, player: User, moderator: User, action: Moderation.Action, reason: str, now: datetime
) -> bool:
    """Hide a player from the boards or show them again, and note who did so and why: both, or
    neither.

    Return whether anything changed; what changes nothing is not noted. `reason` is not empty.
    """
    with transaction.atomic():
        has_changed = player_hide(player=player, hidden=action == Moderation.Action.HIDDEN)
        if has_changed:
            Moderation.objects.create(
                moderator=moderator, player=player, action=action, reason=reason, at=now
            )
    return has_changed

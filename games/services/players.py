"""What becomes of games when a player goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services.players import account_delete
from games.services.boards import player_forget

if TYPE_CHECKING:
    from accounts.models import User


def player_delete(*, player: User) -> None:
    """Delete an account with its games and results; the tallies of the others stay exact.

    Ask for the password first.
    """
    with transaction.atomic():
        player_forget(player=player)
        account_delete(player=player)

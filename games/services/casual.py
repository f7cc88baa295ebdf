"""Casual games: on a fresh deal, on a deck of one's own, on a deal that others have played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.selectors.contests import daily_for, day_from
from games.selectors.games import deal_to_replay
from games.services.certification import certificate_await, deal_take
from games.services.deals import deal_draw, deal_from_deck
from games.services.games import game_start

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User
    from games.engine import Deck
    from games.models import Deal, Game


def casual_start(
    *,
    player: User,
    now: datetime,
    deck: Deck | None = None,
    deal: int | None = None,
    daily: str | None = None,
    winnable: bool = True,
) -> Game:
    """Start a casual game; with no deck, deal or daily named, on a fresh deal.

    A fresh deal is proven winnable, or not looked at when `winnable` is False. Raises `not_found`,
    `no_such_daily`; `not_settled` for a deal still being played for ranks; `unavailable` when no
    winnable deal is to be had in time.
    """
    chosen = _deal(now, deck, deal, daily, winnable)
    return game_start(player=player, deal=chosen, now=now)


def _deal(
    now: datetime, deck: Deck | None, deal: int | None, daily: str | None, winnable: bool
) -> Deal:
    if deck is not None:
        return deal_from_deck(deck=deck)
    if deal is not None:
        return deal_to_replay(deal, now)
    if daily is not None:
        return deal_to_replay(daily_for(day_from(daily, now), now).deal_id, now)
    return deal_take(certificate_await) if winnable else deal_draw()

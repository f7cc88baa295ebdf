"""Everything held about a player, for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts.selectors import addresses_of, second_factors_of, sessions_of, tokens_of
from accounts.serializers import MeSerializer, TokenSerializer
from games.selectors.contests import contest_name
from games.selectors.flags import flags_of
from games.selectors.games import games_of
from games.serializers.games import game_answer, history_answer
from games.serializers.records import score_sheet

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User
    from games.models import Game


def export_answer(player: User, now: datetime) -> dict[str, Any]:
    """Return account, addresses, mails of the last day, tokens, sessions, second factor, standings,
    flags, moderations, games.

    No secret, and of a moderation what was done and why, not by whom. Reviews are null where none
    was asked for, or is not ready.
    """
    games = games_of(player, now).select_related("review").order_by("id")
    return {
        "account": {**MeSerializer(player).data, "last_login": player.last_login},
        "addresses": [
            {"email": row.email, "confirmed": row.verified} for row in addresses_of(player)
        ],
        "mails": [
            {"kind": row.kind, "to": row.to, "at": row.asked_at}
            for row in player.mails.order_by("pk")
        ],
        "tokens": TokenSerializer(tokens_of(player), many=True).data,
        "sessions": [
            {"device": row.device, "seen_at": row.seen_at, "expires_at": row.expire_date}
            for row in sessions_of(player)
        ],
        "second_factor": [
            {"kind": way.type, "created_at": way.created_at, "last_used_at": way.last_used_at}
            for way in second_factors_of(player)
        ],
        "standings": [
            {"period": row.period, "wins": row.wins, "moves": row.moves}
            for row in player.standings.order_by("period")
        ],
        "flags": [
            {
                "contest": contest_name(flag.contest),
                "reason": flag.reason,
                "at": flag.at,
                "state": flag.state,
            }
            for flag in flags_of(player)
        ],
        "moderations": [
            {"action": row.action, "reason": row.reason, "at": row.at}
            for row in player.moderations.order_by("at", "pk")
        ],
        "games": [_game(game, now) for game in games],
    }


def _game(game: Game, now: datetime) -> dict[str, Any]:
    return {
        **game_answer(game, now),
        "history": history_answer(game, positions=None),
        "record": str(score_sheet(game, now)),
        "review": review.findings if (review := getattr(game, "review", None)) else None,
    }

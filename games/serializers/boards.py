"""Rows of the boards."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from games.selectors.contests import is_settled

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import Contest
    from games.selectors.boards import Board, Place, Win

NEW_PLAYER_FOR = timedelta(days=1)


class EntrySerializer(serializers.Serializer[Any]):
    """A win on the board of a contest."""

    rank = serializers.IntegerField(help_text="Equal moves share a rank: 1, 2, 2, 4.")
    player = serializers.CharField()
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    new_player = serializers.BooleanField(help_text="The account is less than a day old.")
    game = serializers.IntegerField(
        allow_null=True, help_text="For its history and record; null until the day is settled."
    )


class LeaderboardSerializer(serializers.Serializer[Any]):
    """A page of a day's board: fewest moves first, then the earlier finish."""

    date = serializers.DateField()
    players = serializers.IntegerField()
    winners = serializers.IntegerField()
    results = EntrySerializer(many=True)
    me = EntrySerializer(allow_null=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class StandingSerializer(serializers.Serializer[Any]):
    """A player's daily wins in a period."""

    rank = serializers.IntegerField()
    player = serializers.CharField()
    wins = serializers.IntegerField()
    moves = serializers.IntegerField(help_text="Over all those wins.")
    average_moves = serializers.FloatField()


class PeriodBoardSerializer(serializers.Serializer[Any]):
    """A page of a period's board: most wins first, then fewest moves per win."""

    period = serializers.CharField()
    results = StandingSerializer(many=True)
    me = StandingSerializer(allow_null=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def entries_answer(board: Board[Win], contest: Contest, now: datetime) -> dict[str, Any]:
    """Return `players`, `winners`, `results` and `me` of a contest's board."""
    may_be_seen = is_settled(contest, now)

    def entry(win: Win) -> dict[str, Any]:
        return {
            "rank": board.ranks[win.id],
            "player": win.player,
            "moves": win.moves,
            "undos": win.undos,
            "finished_at": win.finished_at,
            "new_player": now - win.joined < NEW_PLAYER_FOR,
            "game": win.id if may_be_seen else None,
        }

    return {
        "players": board.players,
        "winners": board.winners,
        "results": list(map(entry, board.page.rows)),
        "me": board.me and entry(board.me),
    }


def standings_answer(board: Board[Place]) -> dict[str, Any]:
    """Return `results` and `me` of a period's board."""
    return {
        "results": [_standing(row, board.ranks[row.id]) for row in board.page.rows],
        "me": board.me and _standing(board.me, board.ranks[board.me.id]),
    }


def _standing(row: Place, rank: int) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": row.player,
        "wins": row.wins,
        "moves": row.moves,
        "average_moves": round(row.moves / row.wins, 1),
    }

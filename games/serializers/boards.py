"""Rows of the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

if TYPE_CHECKING:
    from games.models import Game, Standing
    from games.selectors.boards import Board


class EntrySerializer(serializers.Serializer[Any]):
    """A win on the board of a contest."""

    rank = serializers.IntegerField(help_text="Equal moves share a rank: 1, 2, 2, 4.")
    player = serializers.CharField()
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()
    finished_at = serializers.DateTimeField()


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


def entries_answer(board: Board[Game]) -> dict[str, Any]:
    """Return `players`, `winners`, `results` and `me` of a contest's board."""
    return {
        "players": board.players,
        "winners": board.winners,
        "results": [_entry(game, board.ranks[game.pk]) for game in board.page.rows],
        "me": board.me and _entry(board.me, board.ranks[board.me.pk]),
    }


def standings_answer(board: Board[Standing]) -> dict[str, Any]:
    """Return `results` and `me` of a period's board."""
    return {
        "results": [_standing(row, board.ranks[row.pk]) for row in board.page.rows],
        "me": board.me and _standing(board.me, board.ranks[board.me.pk]),
    }


def _entry(game: Game, rank: int) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": game.player.username,
        "moves": game.moves,
        "undos": game.undos,
        "finished_at": game.finished_at,
    }


def _standing(row: Standing, rank: int) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": row.player.username,
        "wins": row.wins,
        "moves": row.moves,
        "average_moves": round(row.moves / row.wins, 1),
    }

"""Players' figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

if TYPE_CHECKING:
    from accounts.models import User
    from games.selectors.statistics import Statistics


class DailyFiguresSerializer(serializers.Serializer[Any]):
    """A player's dailies; `average_moves` is over the wins."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Days won in a row, up to today or yesterday.")
    best_streak = serializers.IntegerField()
    average_moves = serializers.FloatField(allow_null=True)


class CasualFiguresSerializer(serializers.Serializer[Any]):
    """A player's casual games."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()


class PlayerSerializer(serializers.Serializer[Any]):
    """What anyone may know of a player."""

    username = serializers.CharField()
    joined = serializers.DateTimeField()
    daily = DailyFiguresSerializer()
    casual = CasualFiguresSerializer()


def player_answer(player: User, figures: Statistics) -> dict[str, Any]:
    """Return the shape of `PlayerSerializer`."""
    return {
        "username": player.username,
        "joined": player.date_joined,
        "daily": {
            "played": figures.daily_played,
            "won": figures.daily_won,
            "streak": figures.streak,
            "best_streak": figures.best_streak,
            "average_moves": figures.average_moves,
        },
        "casual": {"played": figures.casual_played, "won": figures.casual_won},
    }

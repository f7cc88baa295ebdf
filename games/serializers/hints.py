"""Hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

if TYPE_CHECKING:
    from games.engine.hint import Hint
    from games.models import Game

LEVELS = ("full", "verdict")
VERDICTS = ("winnable", "lost", "unknown")
STATES = ("winnable", "no_longer_winnable", "never_was", "undetermined")


class MovesField(serializers.ListField):
    child = serializers.CharField()


class HintSerializer(serializers.Serializer[Any]):
    """What the game as it stands is worth, and each of its legal moves."""

    ply = serializers.IntegerField(help_text="Of the game when it was looked at.")
    verdict = serializers.ChoiceField(VERDICTS, help_text="unknown: the search was given up.")
    move = serializers.CharField(allow_null=True, help_text="The next move of a win, or null.")
    keeps = MovesField(help_text="The moves that keep the win.")
    loses = MovesField(help_text="The moves after which nothing can be won.")
    undecided = MovesField(help_text="The moves that nobody knows about.")
    critical = serializers.BooleanField(
        help_text="All moves are decided, and of at least three at most half keep the win."
    )
    nodes = serializers.IntegerField(help_text="What was searched for the verdict.")


class HintStateSerializer(serializers.Serializer[Any]):
    """Whether the game can still be won, and no more: the answer to `?level=verdict`."""

    ply = serializers.IntegerField(help_text="Of the game when it was looked at.")
    state = serializers.ChoiceField(
        STATES,
        help_text="never_was: the deal cannot be won. undetermined: the search was given up.",
    )


class HintFilterSerializer(serializers.Serializer[Any]):
    """How much to tell."""

    level = serializers.ChoiceField(
        LEVELS, default="full", help_text="`verdict`: only whether the game can still be won."
    )


def hint_answer(game: Game, hint: Hint) -> dict[str, Any]:
    """Return the shape of `HintSerializer`."""
    return {
        "ply": game.ply,
        "verdict": hint.verdict,
        "move": hint.move and str(hint.move),
        "keeps": list(map(str, hint.keeps)),
        "loses": list(map(str, hint.loses)),
        "undecided": list(map(str, hint.undecided)),
        "critical": hint.is_critical,
        "nodes": hint.nodes,
    }


def hint_state_answer(game: Game, state: str) -> dict[str, Any]:
    """Return the shape of `HintStateSerializer`."""
    return {"ply": game.ply, "state": state}

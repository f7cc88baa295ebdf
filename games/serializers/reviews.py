"""Reviews, and how far one has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from games.models import Game
from games.serializers.contests import ParSerializer, par_answer
from games.serializers.hints import VERDICTS

if TYPE_CHECKING:
    from games.models import Review

UNDER_WAY = ("queued", "running")
READY = ("ready",)


class ReviewProgressSerializer(serializers.Serializer[Any]):
    """A review that is being made; `progress` is in per cent."""

    state = serializers.ChoiceField(UNDER_WAY)
    progress = serializers.IntegerField(min_value=0, max_value=100)


class TurningPointSerializer(serializers.Serializer[Any]):
    """An action after which no win was left, although there was one before."""

    ply = serializers.IntegerField(help_text="The number of the action, from 1.")
    move = serializers.CharField()
    better = serializers.CharField(help_text="A move that kept a win.")


class ReviewSerializer(serializers.Serializer[Any]):
    """What could still be won, all cards known; `unknown` where the budget was spent first."""

    state = serializers.ChoiceField(READY)
    verdicts = serializers.ListField(
        child=serializers.ChoiceField(VERDICTS),
        help_text="After 0, 1, 2, … actions, to the end of the history.",
    )
    turning_points = TurningPointSerializer(
        many=True, help_text="Several when undos brought the win back."
    )
    winning_line = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Moves from the position before the last turning point to a win.",
    )
    par = ParSerializer(allow_null=True)
    over_par = serializers.IntegerField(allow_null=True, help_text="Of a game that was won.")
    budget = serializers.IntegerField(help_text="Nodes that the searches may take together.")
    nodes = serializers.IntegerField(help_text="Nodes that they took.")


def progress_answer(review: Review) -> dict[str, Any]:
    """Return the shape of `ReviewProgressSerializer`."""
    return {"state": "running" if review.progress else "queued", "progress": review.progress}


def review_answer(review: Review, game: Game) -> dict[str, Any]:
    """Return the shape of `ReviewSerializer`, of a review that is ready."""
    par, over_par = par_answer(game.deal), None
    if par is not None and game.status == Game.Status.WON and game.moves is not None:
        over_par = game.moves - par["moves"]
    return {"state": "ready", **(review.findings or {}), "par": par, "over_par": over_par}

"""Contests and dailies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from games.engine import Deck
from games.selectors.contests import contest_state, daily_number, is_settled
from games.selectors.deals import DIFFICULTIES, difficulty_of
from games.selectors.games import STATUSES, game_status

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import Contest, Deal, Game


STATES = ("open", "closing", "settled")


class ContestSerializer(serializers.Serializer[Any]):
    """A contest as its games name it."""

    date = serializers.DateField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Counts the dailies from 1.")
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text="Until then a ranked game may start.")
    settles_at = serializers.DateTimeField(help_text="Until then it may be finished.")
    state = serializers.ChoiceField(STATES)
    commitment = serializers.CharField(help_text="SHA-256 that binds the seed, 64 hex digits.")


class ResultSerializer(serializers.Serializer[Any]):
    """How the asker's own game of a contest stands."""

    status = serializers.ChoiceField(STATUSES)
    moves = serializers.IntegerField(allow_null=True)
    undos = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True, help_text="Of a win; else null.")


class DifficultySerializer(serializers.Serializer[Any]):
    """How hard a deal is, and the figures that say so."""

    word = serializers.ChoiceField(DIFFICULTIES)
    nodes = serializers.IntegerField(help_text="Positions that the search for a win looked at.")
    blind_tries = serializers.IntegerField(help_text="Games played by chance and a simple greed.")
    blind_wins = serializers.IntegerField(help_text="Those of them that were won.")


class ParSerializer(serializers.Serializer[Any]):
    """The fewest moves that a deal is known to be won in, and how few no win can have."""

    moves = serializers.IntegerField()
    bound = serializers.IntegerField()


class DailySerializer(ContestSerializer):
    """The day's shared deal; what tells of its cards is null until it is settled."""

    base_rank = serializers.CharField()
    seed = serializers.CharField(allow_null=True, help_text="64 hex digits.")
    deck = serializers.CharField(allow_null=True)
    deal = serializers.IntegerField(allow_null=True, help_text="For casual play once settled.")
    difficulty = DifficultySerializer(allow_null=True)
    par = ParSerializer(allow_null=True)
    players = serializers.IntegerField()
    winners = serializers.IntegerField()
    my_game = serializers.IntegerField(allow_null=True)
    my_result = ResultSerializer(allow_null=True)


class DailyPageSerializer(serializers.Serializer[Any]):
    """A page of dailies, newest first."""

    results = DailySerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def contest_answer(contest: Contest, now: datetime) -> dict[str, Any]:
    """Return the shape of `ContestSerializer`."""
    return {
        "date": contest.date,
        "number": daily_number(contest.date) if contest.date else None,
        "opens_at": contest.opens_at,
        "closes_at": contest.closes_at,
        "settles_at": contest.settles_at,
        "state": contest_state(contest, now),
        "commitment": contest.commitment,
    }


def daily_answer(contest: Any, mine: Game | None, now: datetime) -> dict[str, Any]:
    """Return the shape of `DailySerializer`.

    `contest` comes from `selectors.contests.dailies`, `mine` from `contest_games`.
    """
    is_public = is_settled(contest, now)
    deal = contest.deal
    return {
        **contest_answer(contest, now),
        "base_rank": str(Deck.parse(deal.deck)[0])[0],
        "seed": deal.seed if is_public else None,
        "deck": deal.deck if is_public else None,
        "deal": deal.pk if is_public else None,
        "difficulty": difficulty_answer(deal) if is_public else None,
        "par": par_answer(deal) if is_public else None,
        "players": contest.players,
        "winners": contest.winners,
        "my_game": mine and mine.pk,
        "my_result": mine and _result_answer(mine, now),
    }


def difficulty_answer(deal: Deal) -> dict[str, Any] | None:
    """Return the shape of `DifficultySerializer`; only where the deck hides nothing (R13)."""
    word = difficulty_of(deal)
    return word and {
        "word": word,
        "nodes": deal.nodes,
        "blind_tries": deal.blind_tries,
        "blind_wins": deal.blind_wins,
    }


def par_answer(deal: Deal) -> dict[str, Any] | None:
    """Return the shape of `ParSerializer`; only where the deck hides nothing (R13)."""
    if deal.par_moves is None:
        return None
    return {"moves": deal.par_moves, "bound": deal.par_bound}


def _result_answer(game: Any, now: datetime) -> dict[str, Any]:
    has_rank = game.status == "won" and not game.player.is_hidden
    return {
        "status": game_status(game, now),
        "moves": game.moves,
        "undos": game.undos,
        "rank": game.rank if has_rank else None,
    }

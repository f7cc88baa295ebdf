"""Games, the actions in them, and what starts one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.errors import Refused
from accounts.serializers import FlagField, NumberField
from games.engine import (
    Deck,
    InvalidNotation,
    Status,
    glance,
    legal_moves,
    parse_action,
)
from games.selectors.games import (
    KINDS,
    STATUSES,
    attempt_of,
    game_kind,
    game_status,
    is_over_for_all,
    is_ranked,
    takes_actions,
)
from games.serializers.contests import (
    ContestSerializer,
    DifficultySerializer,
    ParSerializer,
    contest_answer,
    difficulty_answer,
    par_answer,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from games.engine import Action
    from games.models import Game

MAX_ACTIONS = 1000
_ACTION_LENGTH = 16


class GameSerializer(serializers.Serializer[Any]):
    """A game as its player sees it; the order of the stock stays hidden (R13)."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    ranked = serializers.BooleanField()
    player = serializers.CharField()
    contest = ContestSerializer(allow_null=True)
    deal = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES)
    public = serializers.BooleanField()
    ply = serializers.IntegerField(help_text="Accepted actions so far; send it with the next one.")
    undos = serializers.IntegerField()
    hints = serializers.IntegerField(help_text="Hints that its player has asked for.")
    moves = serializers.IntegerField(allow_null=True, help_text="Set when the game has ended.")
    base_rank = serializers.CharField()
    space_rank = serializers.CharField(help_text="The rank that a space takes (R5).")
    position = serializers.CharField()
    foundation_cards = serializers.IntegerField()
    legal_moves = serializers.ListField(child=serializers.CharField())
    can_undo = serializers.BooleanField()
    difficulty = DifficultySerializer(
        allow_null=True, help_text="Null until a casual game is over, a contest settled."
    )
    par = ParSerializer(allow_null=True, help_text="Null until then, too.")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class GamePageSerializer(serializers.Serializer[Any]):
    """A page of games, newest first."""

    results = GameSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class NewGameSerializer(serializers.Serializer[Any]):
    """What a casual game is played on: at most one of `deck`, `deal`, `daily`; none: a fresh deal.

    `winnable: false` asks for any fresh deal instead of a proven one.
    """

    deck = serializers.CharField(required=False, max_length=200, help_text="52 cards.")
    deal = NumberField(required=False, min_value=1, max_value=2**63 - 1)
    daily = serializers.CharField(required=False, max_length=10, help_text="The date of a daily.")
    winnable = FlagField(required=False)

    def validate_deck(self, text: str) -> Deck:
        """Raises `bad_notation` with the field."""
        try:
            return Deck.parse(text)
        except InvalidNotation as error:
            raise Refused("bad_notation", errors={"deck": [str(error)]}, text="deck") from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raises ValidationError when two sources are named."""
        if len(attrs.keys() & {"deck", "deal", "daily"}) > 1:
            raise serializers.ValidationError(_("Name one of “deck”, “deal” and “daily”."))
        return attrs


class PlaySerializer(serializers.Serializer[Any]):
    """Actions for a game: `move` for one, or `moves` for a list that counts as a whole."""

    ply = serializers.IntegerField(min_value=0, help_text="The ply that was last seen.")
    move = serializers.CharField(required=False)
    moves = serializers.ListField(
        child=serializers.CharField(), required=False, min_length=1, max_length=MAX_ACTIONS
    )


class PlySerializer(serializers.Serializer[Any]):
    """The ply that was last seen."""

    ply = serializers.IntegerField(min_value=0)


class PublicSerializer(serializers.Serializer[Any]):
    """Whether anyone may see and replay a finished casual game."""

    public = FlagField()


class GameFilterSerializer(serializers.Serializer[Any]):
    """Which games to list; `since` is in, `until` is out, both by the time of the start."""

    status = serializers.ChoiceField(STATUSES, required=False)
    kind = serializers.ChoiceField(KINDS, required=False)
    since = serializers.DateTimeField(required=False, help_text="A time in ISO 8601.")
    until = serializers.DateTimeField(required=False, help_text="A time in ISO 8601.")


class ActionSerializer(serializers.Serializer[Any]):
    """An accepted action: `pause` is in whole seconds since the one before."""

    ply = serializers.IntegerField()
    move = serializers.CharField()
    pause = serializers.IntegerField()
    position = serializers.CharField(required=False, help_text="After it, with `?positions=1`.")


class HistorySerializer(serializers.Serializer[Any]):
    """A game with its actions in order."""

    game = GameSerializer()
    results = ActionSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def ply_from(data: Any) -> int:
    """Read `ply` strictly: a whole number from 0. Raises ValidationError."""
    if not isinstance(data, dict):
        raise serializers.ValidationError({"ply": [_("Send a JSON object.")]})
    ply = data.get("ply")
    if type(ply) is not int or ply < 0:
        raise serializers.ValidationError({"ply": [_("A whole number, 0 or more, is required.")]})
    return ply


def play_from(data: Any) -> tuple[int, tuple[Action, ...]]:
    """Read what `PlaySerializer` describes. Raises ValidationError, and `bad_notation` with index.

    Stands in for the serializer on the path that is walked for every move.
    """
    ply = ply_from(data)
    return ply, tuple(_action(text, index) for index, text in enumerate(_texts(data)))


def _texts(data: Mapping[str, Any]) -> list[str]:
    if ("move" in data) == ("moves" in data):
        raise serializers.ValidationError({"move": [_("Send either “move” or “moves”.")]})
    name = "move" if "move" in data else "moves"
    texts: Any = [data["move"]] if name == "move" else data["moves"]
    if not _is_list_of_texts(texts):
        message = _("Send the text of a move; in a list, 1 to {most} of them.")
        raise serializers.ValidationError({name: [message.format(most=MAX_ACTIONS)]})
    return cast("list[str]", texts)


def _is_list_of_texts(value: Any) -> bool:
    is_list = isinstance(value, list) and 1 <= len(value) <= MAX_ACTIONS
    return is_list and all(isinstance(text, str) for text in value)


def _action(text: str, index: int) -> Action:
    try:
        return parse_action(text)
    except InvalidNotation as error:
        raise Refused("bad_notation", index=index, text=text[:_ACTION_LENGTH]) from error


def game_answer(game: Game, now: datetime) -> dict[str, Any]:
    """Return the shape of `GameSerializer`; a game that takes no move has no legal one."""
    seen = glance(game.position)
    moves, can_undo = _offered(game, now)
    may_tell = is_over_for_all(game, now)
    return {
        "id": game.pk,
        "kind": game_kind(game),
        "ranked": is_ranked(game),
        "player": game.player.username,
        "contest": contest_answer(game.contest, now) if game.contest else None,
        "deal": game.deal_id,
        "status": game_status(game, now),
        "public": game.is_public,
        "ply": game.ply,
        "undos": game.undos,
        "hints": game.hints,
        "moves": game.moves,
        "base_rank": seen.base_rank,
        "space_rank": seen.space_rank,
        "position": seen.hidden,
        "foundation_cards": seen.foundation_cards,
        "legal_moves": moves,
        "can_undo": can_undo,
        "difficulty": difficulty_answer(game.deal) if may_tell else None,
        "par": par_answer(game.deal) if may_tell else None,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
    }


def _offered(game: Game, now: datetime) -> tuple[list[str], bool]:
    """Return the moves that a game takes now, and whether it takes an undo.

    Of one that takes nothing any more the cards need not be read.
    """
    if not takes_actions(game, now):
        return [], False
    attempt = attempt_of(game)
    moves = legal_moves(attempt.position) if attempt.status is Status.PLAYING else ()
    return [str(move) for move in moves], attempt.can_undo


def history_answer(game: Game, *, positions: list[str] | None) -> list[dict[str, Any]]:
    """Return the actions of a game in the shape of `ActionSerializer`.

    `positions` are the texts after each action, or None to leave them out.
    """
    pairs = zip(game.history.split(), map(int, game.pauses.split()), strict=True)
    rows: list[dict[str, Any]] = [
        {"ply": ply, "move": move, "pause": pause} for ply, (move, pause) in enumerate(pairs, 1)
    ]
    for row, position in zip(rows, positions or (), strict=False):
        row["position"] = position
    return rows

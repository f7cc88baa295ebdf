"""The two statements of a move, written out as SQL: one load, one compare-and-set.

A move that is sent again has a confirmation in the place of the second.

Every move goes this way. Through the ORM the same two statements take several times as long as
the database itself does (docs/performance.md): it builds their text anew each time, and what it
sends cannot be prepared. So these two are text, and PostgreSQL prepares them. The rest of the
service keeps the ORM.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState

from accounts.models import ApiToken, User
from agnes_site.queries import execute
from games.models import Contest, Deal, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Converter = Callable[[Any, Any, Any], Any]

_VERSIONS = ("shuffle_version", "rules_version")
_FIGURES = ("nodes", "blind_tries", "blind_wins", "par_moves", "par_bound")
# Each with its name in the statement and the columns that its player needs, all if none is named.
# Another column would be fetched by a statement of its own if somebody asked for it.
_TABLES: tuple[tuple[type[models.Model], str, tuple[str, ...]], ...] = (
    (ApiToken, "token", ("digest", "user_id", "scope")),
    (User, "player", ("id", "username", "is_active", "is_hidden", "is_guest")),
    (Game, "game", ()),
    (Deal, "deal", ("id", "seed", "deck", "verdict", *_VERSIONS, *_FIGURES)),
    (Contest, "contest", ()),
)
_FROM = """
FROM accounts_apitoken token
JOIN accounts_user player ON player.id = token.user_id
LEFT JOIN games_game game ON game.id = %s AND game.player_id = player.id
LEFT JOIN games_deal deal ON deal.id = game.deal_id
LEFT JOIN games_contest contest ON contest.id = game.contest_id
WHERE token.digest = %s AND token.expiry > %s AND player.is_active
"""
_APPEND = """
UPDATE games_game
SET history = history || %s, pauses = pauses || %s, ply = %s, undos = %s, status = %s,
    position = %s, moves = %s, acted_at = %s, finished_at = %s
WHERE id = %s AND ply = %s
"""
_CONFIRM = "UPDATE games_game SET ply = ply WHERE id = %s"


def move_load(*, digest: str, game_id: int, now: datetime) -> tuple[ApiToken, Game | None] | None:
    """Return a working token with its player, and that player's game of this id, if there is one.

    None when no token of this digest works at `now`. The game comes with deal, contest, player.
    """
    possible_id = game_id if game_id <= models.BigIntegerField.MAX_BIGINT else None
    found = execute(_load_text(), (possible_id, digest, now)).rows
    if not found:
        return None
    token, player, game, deal, contest = _instances(found[0])
    token._state.fields_cache["user"] = player
    if game is not None:
        game._state.fields_cache.update(player=player, deal=deal, contest=contest)
    return token, game


def move_append(
    *,
    game_id: int,
    seen_ply: int,
    history: str,
    pauses: str,
    ply: int,
    undos: int,
    status: str,
    position: str,
    moves: int | None,
    acted_at: datetime,
    finished_at: datetime | None,
) -> bool:
    """Write what a game has become if it still stands at `seen_ply`, and tell whether it did.

    `history` and `pauses` are put behind what the row holds, with the space before them.
    """
    values = (history, pauses, ply, undos, status, position, moves, acted_at)
    return bool(execute(_APPEND, (*values, finished_at, game_id, seen_ply)).number)


def move_confirm(*, game_id: int) -> None:
    """Change nothing in a game, but return only when what stands there is as safe as a move.

    What another request wrote can be seen before its commit has reached a synchronous standby:
    this commit comes after it.
    """
    execute(_CONFIRM, (game_id,))


class _Part(NamedTuple):
    """What one table gives to a row of the load: values `start` to `end`, its key at `key`."""

    model: type[models.Model]
    fields: list[models.Field[Any, Any]]
    names: list[str]
    start: int
    end: int
    key: int


@cache
def _parts() -> list[_Part]:
    parts: list[_Part] = []
    start = 0
    for model, _, names in _TABLES:
        every = model._meta.concrete_fields
        fields = [field for field in every if not names or field.attname in names]
        [key] = [start + index for index, field in enumerate(fields) if field.primary_key]
        end = start + len(fields)
        parts.append(_Part(model, fields, [field.attname for field in fields], start, end, key))
        start = end
    return parts


@cache
def _load_text() -> str:
    quoted = connection.ops.quote_name
    columns = [
        f"{name}.{quoted(str(field.column))}"
        for (_, name, _), part in zip(_TABLES, _parts(), strict=True)
        for field in part.fields
    ]
    return f"SELECT {', '.join(columns)}{_FROM}"


@cache
def _converters() -> list[tuple[int, list[Converter]]]:
    """What the database's own values still lack, by place: SQLite has no times and no truth."""
    fields = [field for part in _parts() for field in part.fields]
    found = [connection.ops.get_db_converters(field.get_col("")) for field in fields]
    return [(place, converters) for place, converters in enumerate(found) if converters]


def _instances(row: Sequence[Any]) -> list[Any]:
    """Return one object per table, None where an outer join found no row."""
    values = list(row)
    for place, converters in _converters():
        for converter in converters:
            values[place] = converter(values[place], None, connection)
    return [
        None if values[part.key] is None else _instance(part, values[part.start : part.end])
        for part in _parts()
    ]


def _instance(part: _Part, values: list[Any]) -> models.Model:
    """Do what `Model.from_db` does with fetched values, without its signals: nobody listens."""
    instance = part.model.__new__(part.model)
    instance.__dict__.update(zip(part.names, values, strict=True))
    instance._state = ModelState()
    instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS
    return instance

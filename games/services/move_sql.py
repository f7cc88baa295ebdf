"""The two statements of a move, written out as SQL: one load, one compare-and-set.

Every move goes this way. Through the ORM the same two statements take several times as long as
the database itself does (docs/performance.md): it builds their text anew each time, and what it
sends cannot be prepared. So these two are text, and PostgreSQL prepares them. The rest of the
service keeps the ORM.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import psycopg
from django.db import connection, models

from accounts.models import ApiToken, User
from games.models import Contest, Deal, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from django.db.backends.utils import CursorWrapper

    Converter = Callable[[Any, Any, Any], Any]

# Each with its name in the statement. What a move does not need is left out, and would be fetched
# by its own statement if somebody asked for it all the same.
_TABLES: tuple[tuple[type[models.Model], str, frozenset[str]], ...] = (
    (ApiToken, "token", frozenset()),
    (User, "player", frozenset({"password", "email"})),
    (Game, "game", frozenset()),
    (Deal, "deal", frozenset({"solution"})),
    (Contest, "contest", frozenset()),
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


def move_load(*, digest: str, game_id: int, now: datetime) -> tuple[ApiToken, Game | None] | None:
    """Return a working token with its player, and that player's game of this id, if there is one.

    None when no token of this digest works at `now`. The game comes with deal, contest, player.
    """
    possible_id = game_id if game_id <= models.BigIntegerField.MAX_BIGINT else None
    with _prepared() as cursor:
        cursor.execute(_load_text(), (possible_id, digest, _time(now)))
        row = cursor.fetchone()
    if row is None:
        return None
    token, player, game, deal, contest = _instances(row)
    token.user = player
    if game is not None:
        game.player, game.deal, game.contest = player, deal, contest
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
    values = (history, pauses, ply, undos, status, position, moves, _time(acted_at))
    with _prepared() as cursor:
        cursor.execute(_APPEND, (*values, _time(finished_at), game_id, seen_ply))
        return bool(cursor.rowcount)


def _prepared() -> CursorWrapper:
    """Return a cursor whose statements the server prepares; Django's own writes values into them.

    Errors are Django's, as with its own cursor.
    """
    if connection.vendor != "postgresql":
        return connection.cursor()
    connection.ensure_connection()
    cursor: Any = psycopg.Cursor(connection.connection)
    wrapped = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return wrapped(cursor)


def _time(value: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(value)


@cache
def _fields() -> list[tuple[type[models.Model], str, list[models.Field[Any, Any]]]]:
    return [
        (
            model,
            name,
            [field for field in model._meta.concrete_fields if field.name not in left_out],
        )
        for model, name, left_out in _TABLES
    ]


@cache
def _load_text() -> str:
    quoted = connection.ops.quote_name
    columns = [
        f"{name}.{quoted(str(field.column))}" for _, name, fields in _fields() for field in fields
    ]
    return f"SELECT {', '.join(columns)}{_FROM}"


@cache
def _converters() -> list[tuple[int, list[Converter]]]:
    """What the database's own values still lack, by place: SQLite has no times and no truth."""
    fields = [field for _, _, fields in _fields() for field in fields]
    found = [connection.ops.get_db_converters(field.get_col("")) for field in fields]
    return [(place, converters) for place, converters in enumerate(found) if converters]


def _instances(row: Sequence[Any]) -> list[Any]:
    """Return one object per table, None where an outer join found no row."""
    values = list(row)
    for place, converters in _converters():
        for converter in converters:
            values[place] = converter(values[place], None, connection)
    found: list[Any] = []
    for model, _, fields in _fields():
        own, values = values[: len(fields)], values[len(fields) :]
        key = next(value for field, value in zip(fields, own, strict=True) if field.primary_key)
        names = [field.attname for field in fields]
        found.append(None if key is None else model.from_db("default", names, own))
    return found

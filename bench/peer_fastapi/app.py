"""`POST /api/v1/games/ID/moves` for one action in a casual game, on the service's own tables.

The same checks in the same order as ours, by the same engine, with the same answers: who asks,
whose game, a retry, a stale ply, the cap, the rules, then the compare-and-set. Written as lean as
FastAPI allows: no model for the body or the answer, orjson for both.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import asyncpg
import orjson
from fastapi import FastAPI, Request, Response

from bench.peer_fastapi.answers import Problem, bad_notation, game_answer, problem_answer
from games.engine import (
    Action,
    Attempt,
    Deck,
    IllegalMove,
    InvalidNotation,
    Position,
    Status,
    parse_action,
    parse_history,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    Row = dict[str, Any]

_CONNECTIONS = 8  # a process, as many as our server has threads
_CAP = 1000
_LOAD = """
SELECT token.scope, player.username, game.id, game.deal_id, game.status, game.is_public, game.ply,
    game.undos, game.hints, game.history, game.pauses, game.position, game.moves,
    game.started_at, game.acted_at, game.finished_at,
    deal.deck, deal.verdict, deal.nodes, deal.blind_tries, deal.blind_wins, deal.par_moves,
    deal.par_bound
FROM accounts_apitoken token
JOIN accounts_user player ON player.id = token.user_id
LEFT JOIN games_game game
    ON game.id = $2 AND game.player_id = player.id AND game.contest_id IS NULL
LEFT JOIN games_deal deal ON deal.id = game.deal_id
WHERE token.digest = $1 AND token.expiry > $3 AND player.is_active
"""
_APPEND = """
UPDATE games_game
SET history = history || $3, pauses = pauses || $4, ply = $5, undos = $6, status = $7,
    position = $8, moves = $9, acted_at = $10, finished_at = $11
WHERE id = $1 AND ply = $2
"""


@asynccontextmanager
async def connected(app: FastAPI) -> AsyncIterator[None]:
    """Hold a pool of connections while the server runs."""
    async with asyncpg.create_pool(
        os.environ["DATABASE_URL"], min_size=_CONNECTIONS, max_size=_CONNECTIONS
    ) as pool:
        app.state.pool = pool
        yield


async def move(request: Request, game_id: int) -> Response:
    """Play one action."""
    try:
        return await _played(request, game_id)
    except Problem as problem:
        return problem_answer(problem)


async def _played(request: Request, game_id: int) -> Response:
    digest = _digest(request.headers.get("Authorization", ""))
    sent_ply, text = _body(await request.body())
    pool, now = request.app.state.pool, datetime.now(UTC)
    while True:
        row: Row = await _load(pool, digest, game_id, now)
        if row["history"].split()[sent_ply : sent_ply + 1] == [str(text)]:
            return game_answer(row, _attempt(row))
        if sent_ply != row["ply"]:
            raise Problem("stale", row, _attempt(row), ply=row["ply"], sent=sent_ply)
        attempt = _advance(row, text)
        values = _values(row, attempt, text, now)
        written = await pool.execute(_APPEND, game_id, sent_ply, *values.values())
        if written == "UPDATE 1":
            return game_answer({**row, **values}, attempt)


def _digest(header: str) -> str:
    scheme, _, token = header.partition(" ")
    if scheme != "Bearer" or not token:
        raise Problem("not_signed_in")
    return hashlib.sha512(token.encode()).hexdigest()


def _body(body: bytes) -> tuple[int, Action]:
    try:
        sent = orjson.loads(body)
        ply, text = sent["ply"], sent["move"]
    except (ValueError, KeyError, TypeError):
        raise Problem("invalid") from None
    if type(ply) is not int or ply < 0 or not isinstance(text, str):
        raise Problem("invalid")
    try:
        return ply, parse_action(text)
    except InvalidNotation:
        raise bad_notation(text) from None


async def _load(pool: Any, digest: str, game_id: int, now: datetime) -> Row:
    found = await pool.fetchrow(_LOAD, digest, game_id, now)
    if found is None:
        raise Problem("bad_token")
    row: Row = dict(found)
    if row["scope"] == "read":
        raise Problem("scope_too_narrow")
    if row["id"] is None:
        raise Problem("not_found")
    return row


def _attempt(row: Row) -> Attempt:
    return Attempt.resume(
        Deck.parse(row["deck"]),
        ranked=False,
        history=parse_history(row["history"]),
        position=Position.parse(row["position"]),
        status=Status(row["status"]),
    )


def _advance(row: Row, action: Action) -> Attempt:
    before = _attempt(row)
    if row["ply"] >= _CAP:
        raise Problem("move_cap", row, before, index=0, cap=_CAP)
    try:
        return before.act(action)
    except IllegalMove as error:
        facts = {"action": error.move, "position": error.position}
        raise Problem(error.code, row, before, index=0, **facts) from None


def _values(row: Row, attempt: Attempt, action: Action, now: datetime) -> Row:
    """The columns of `_APPEND` from $3 on; the first two are what they grow by."""
    gap = " " if row["ply"] else ""
    pause = max(0, int((now - row["acted_at"]).total_seconds()))
    is_over = attempt.status is not Status.PLAYING
    return {
        "history": f"{gap}{action}",
        "pauses": f"{gap}{pause}",
        "ply": attempt.ply,
        "undos": attempt.undos,
        "status": attempt.status.value,
        "position": str(attempt.position),
        "moves": attempt.ply if is_over else None,
        "acted_at": now,
        "finished_at": now if is_over else None,
    }


app = FastAPI(lifespan=connected, openapi_url=None)
app.add_api_route("/api/v1/games/{game_id}/moves", move, methods=["POST"])

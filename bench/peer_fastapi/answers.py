"""The answers of the peer: the whole game, or a problem document, as ours are."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import Response

from games.engine import Attempt, Status, legal_moves

_JSON, _PROBLEM_JSON = "application/json", "application/problem+json"
_EXCERPT = 16
_EASY, _MEDIUM, _EXPERT_NODES = 0.30, 0.05, 100
_PROBLEMS = {
    "invalid": (400, "Some fields are not valid", "See “errors”, field by field."),
    "bad_notation": (400, "Not in the notation", "{text} cannot be read."),
    "not_signed_in": (401, "Not signed in", "Send a token, or sign in on the page first."),
    "bad_token": (401, "Token not valid", "The token is unknown or has expired."),
    "scope_too_narrow": (
        403,
        "This token only reads",
        "Its scope is “read”; what changes something needs a token with the scope “play”.",
    ),
    "not_found": (404, "Not found", "There is nothing here for you."),
    "stale": (409, "The game has moved on", "The game stands at ply {ply}, not at {sent}."),
    "game_over": (409, "The game is over", "A game that has ended takes no {action}."),
    "move_cap": (409, "The history is full", "A game has at most {cap} actions."),
    "nothing_to_undo": (409, "Nothing to undo", "No action stands to be taken back."),
    "illegal_move": (422, "Illegal move", "{action} cannot be played now: {position}"),
}


class Problem(Exception):  # noqa: N818  (the standard's word)
    """Says no, with a code of the table; `facts` fill its words in."""

    def __init__(
        self,
        code: str,
        row: dict[str, Any] | None = None,
        attempt: Attempt | None = None,
        index: int | None = None,
        **facts: object,
    ) -> None:
        super().__init__(code)
        self.code, self.row, self.attempt, self.index, self.facts = code, row, attempt, index, facts


def bad_notation(text: str) -> Problem:
    """An action that cannot be read."""
    return Problem("bad_notation", index=0, text=text[:_EXCERPT])


def problem_answer(problem: Problem) -> Response:
    status, title, detail = _PROBLEMS[problem.code]
    body: dict[str, Any] = {
        "type": f"/problems#{problem.code}",
        "title": title,
        "status": status,
        "detail": detail.format_map(problem.facts),
        "code": problem.code,
    }
    if problem.row is not None and problem.attempt is not None:
        body["game"] = _game(problem.row, problem.attempt)
    if problem.index is not None:
        body["index"] = problem.index
    return _response(body, _PROBLEM_JSON, status)


def game_answer(row: dict[str, Any], attempt: Attempt) -> Response:
    return _response(_game(row, attempt), _JSON, 200)


def _response(body: dict[str, Any], media_type: str, status: int) -> Response:
    text = orjson.dumps(body, option=orjson.OPT_UTC_Z)
    headers = {"Cache-Control": "private, no-store"}
    return Response(text, status, headers=headers, media_type=media_type)


def _game(row: dict[str, Any], attempt: Attempt) -> dict[str, Any]:
    position, is_playing = attempt.position, row["status"] == Status.PLAYING
    return {
        "id": row["id"],
        "kind": "casual",
        "ranked": False,
        "player": row["username"],
        "contest": None,
        "deal": row["deal_id"],
        "status": row["status"],
        "public": row["is_public"],
        "ply": row["ply"],
        "undos": row["undos"],
        "hints": row["hints"],
        "moves": row["moves"],
        "base_rank": position.base_rank_text,
        "space_rank": position.space_rank_text,
        "position": str(position.hidden()),
        "foundation_cards": position.foundation_cards,
        "legal_moves": [str(move) for move in legal_moves(position)] if is_playing else [],
        "can_undo": attempt.can_undo,
        "difficulty": None if is_playing else _difficulty(row),
        "par": None if is_playing else _par(row),
        "started_at": row["started_at"],
        "finished_at": row["finished_at"],
    }


def _par(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["par_moves"] is None:
        return None
    return {"moves": row["par_moves"], "bound": row["par_bound"]}


def _difficulty(row: dict[str, Any]) -> dict[str, Any] | None:
    tries, nodes = row["blind_tries"], row["nodes"]
    if row["verdict"] != "won" or not tries or nodes is None:
        return None
    wins = row["blind_wins"] or 0
    if wins / tries >= _MEDIUM:
        word = "easy" if wins / tries >= _EASY else "medium"
    else:
        word = "hard" if nodes < _EXPERT_NODES else "expert"
    return {"word": word, "nodes": nodes, "blind_tries": tries, "blind_wins": row["blind_wins"]}

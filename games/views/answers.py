"""The answers that many endpoints share, described for the schema with examples that are real."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.serializers import BaseSerializer

Shape = type[BaseSerializer[Any]]

CONTEST = {
    "date": "2026-11-30",
    "number": 30,
    "opens_at": "2026-11-30T00:00:00Z",
    "closes_at": "2026-12-01T00:00:00Z",
    "settles_at": "2026-12-02T00:00:00Z",
    "state": "open",
    "commitment": "3f1c0a9e5b7d2486f0c3b1a7d9e8f6054c2b1a09f8e7d6c5b4a392817f6e5d4c",
}
DAILY = {
    **CONTEST,
    "base_rank": "J",
    "seed": None,
    "deck": None,
    "deal": None,
    "difficulty": None,
    "par": None,
    "players": 128,
    "winners": 41,
    "my_game": 7012,
    "my_result": {"status": "playing", "moves": None, "undos": 0, "rank": None},
}
GAME = {
    "id": 7012,
    "kind": "daily",
    "ranked": True,
    "player": "ann",
    "contest": CONTEST,
    "deal": 5120,
    "status": "playing",
    "public": False,
    "ply": 1,
    "undos": 0,
    "hints": 0,
    "moves": None,
    "base_rank": "J",
    "space_rank": "T",
    "position": "J 0.0.0.2 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKC/7H8DKDAH9HJC8H"
    " 4C/6D/2D/5D/6S/AC/2H -/- ?16",
    "foundation_cards": 2,
    "legal_moves": ["deal", "t3-t5", "r5-t3"],
    "can_undo": True,
    "difficulty": None,
    "par": None,
    "started_at": "2026-11-30T09:00:00Z",
    "finished_at": None,
}
DECK = (
    "JS TC QH TD 3C KH 7D QC TH 6C 4H KS 5S 3D JD 8S 9S 9D 2S AS KC QS 7H 8D KD AH "
    "9H JC 8H 4C 6D 2D 5D 6S AC 2H 4S 2C 7S 7C AD QD 3S 5H 3H 6H 8C 4D 5C TS JH 9C"
)
RECORD = f"""[Game "Agnes Bernauer"]
[Rules "1"]
[Id "7013"]
[Kind "casual"]
[Player "ann"]
[Started "2026-11-30T09:00:00Z"]
[Finished "2026-11-30T09:04:10Z"]
[Result "conceded"]
[Moves "3"]
[Undos "0"]
[Deck "{DECK}"]

t6-f deal concede
"""
_WINNING_LINE = (
    "t2-f t7-f t6-f t6-t3 t6-t4 t3-t6:2 t3-t7 t6-t5:3 t6-t2 t3-t6 t4-t3:2 r4-t2 r1-t2 r6-t6 "
    "deal r1-f t7-f deal r4-t2 t7-t2 t7-t3 x1-t1 t5-t1:4 t2-t5:6 r3-t6 r1-t3 t5-t3:7 t5-t6 "
    "t5-f t7-f r2-t6 r2-f t1-f t3-t5:2 t3-f t5-t3:3 r7-t1 r7-t7 r7-t1 r5-t1 r5-t2 r4-t2 r2-t2 "
    "r3-t2 t1-t2:8 x2-t1 t7-t1:2 t7-t4 t7-t6 r3-t6 t2-t6:3 t2-f r5-f t2-f t6-t2:5 t6-f "
    "t3-t4:4 t3-f t4-t3:5 t4-f t4-f t2-f t2-f t3-f t3-f t2-f t2-f t3-f t3-f t2-f t2-f t3-f "
    "t3-f t2-f t6-f t6-f t2-f t3-f r6-f r6-f t3-f t6-f t2-f t6-f t2-f t3-f t1-f t1-f t3-f "
    "t6-f t2-f t4-f t2-f t1-f t3-f"
)
REVIEW_PROGRESS = {"state": "running", "progress": 43}
REVIEW = {
    "state": "ready",
    "verdicts": ["winnable", "winnable", "lost", "lost"],
    "turning_points": [{"ply": 2, "move": "r2-t6", "better": "t2-f"}],
    "winning_line": _WINNING_LINE.split(),
    "par": {"moves": 76, "bound": 74},
    "over_par": None,
    "budget": 2_000_000,
    "nodes": 5248,
}
ACTION = {"ply": 1, "move": "t6-f", "pause": 12}
ENTRY = {
    "rank": 1,
    "player": "ann",
    "moves": 83,
    "undos": 0,
    "finished_at": "2026-11-30T09:12:41Z",
    "new_player": False,
    "game": None,
}
LEADERBOARD = {
    "date": "2026-11-30",
    "players": 128,
    "winners": 41,
    "results": [ENTRY],
    "me": ENTRY,
    "next": None,
    "previous": None,
}
STANDING = {"rank": 1, "player": "ann", "wins": 12, "moves": 1044, "average_moves": 87.0}
PLAYER = {
    "username": "ann",
    "joined": "2026-11-01T08:00:00Z",
    "daily": {"played": 30, "won": 12, "streak": 3, "best_streak": 5, "average_moves": 87.0},
    "casual": {"played": 8, "won": 6},
}
ME = {
    "username": "ann",
    "email": "ann@example.org",
    "email_confirmed": True,
    "language": "",
    "theme": "system",
    "deck": "two-colour",
    "index": "normal",
    "contrast": "system",
    "motion": "system",
    "joined": "2026-11-01T08:00:00Z",
}
EXPORT = {
    "account": {**ME, "last_login": None},
    "addresses": [{"email": "ann@example.org", "confirmed": True}],
    "mails": [],
    "tokens": [],
    "standings": [{"period": "all", "wins": 12, "moves": 1044}],
    "flags": [],
    "moderations": [],
    "games": [],
}


def answers(shape: Shape | OpenApiTypes, example: Any, description: str = "") -> OpenApiResponse:
    """Describe an answer with its example."""
    examples = [OpenApiExample("example", value=example, response_only=True)]
    return OpenApiResponse(shape, description, examples)


def listed(*rows: Any) -> dict[str, Any]:
    """Return a page with some rows and no further page."""
    return {"results": list(rows), "next": None, "previous": None}

"""A game as text: its score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import parse_history
from games.engine.scoresheet import GAME, ScoreSheet
from games.selectors.contests import contest_name, is_settled
from games.selectors.games import deck_may_be_shown, game_kind, game_status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from games.models import Contest, Game


def score_sheet(game: Game, now: datetime) -> ScoreSheet:
    """Return a game's score sheet, with the deck and the seed only where they hide nothing (R13).

    The deck alone replays the game; the seed shows that a contest was not made up afterwards.
    """
    headers = {
        "Game": GAME,
        "Rules": str(game.deal.rules_version),
        "Id": str(game.pk),
        "Kind": game_kind(game),
        **(_contest_headers(game.contest) if game.contest else {}),
        "Player": game.player.username,
        "Started": _time(game.started_at),
        **({"Finished": _time(game.finished_at)} if game.finished_at else {}),
        "Result": game_status(game, now),
        "Moves": str(game.ply),
        "Undos": str(game.undos),
        **({"Hints": str(game.hints)} if game.hints else {}),
        **dict(_deal_headers(game, now)),
    }
    return ScoreSheet(headers, parse_history(game.history))


def held_differences(sheet: ScoreSheet, held: Game, now: datetime) -> list[str]:
    """Name the headers in which a record is not that of the game held here, and "moves"."""
    true = score_sheet(held, now)
    names = [name for name, value in sheet.headers.items() if true.headers.get(name) != value]
    return names if sheet.actions == true.actions else [*names, "moves"]


def _contest_headers(contest: Contest) -> dict[str, str]:
    return {"Contest": contest_name(contest), "Commitment": contest.commitment}


def _deal_headers(game: Game, now: datetime) -> Iterator[tuple[str, str]]:
    deal = game.deal
    if deal.shuffle_version is not None:
        yield "Shuffle", str(deal.shuffle_version)
    if not deck_may_be_shown(game, now):
        return
    if deal.seed and (game.contest is None or is_settled(game.contest, now)):
        yield "Seed", deal.seed
    yield "Deck", deal.deck


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"

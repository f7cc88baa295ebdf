"""Bring a deck to play, or the record of a game to have it verified and replayed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.errors import Refused
from games.engine import IllegalMove, InvalidNotation
from games.engine.verify import verdict
from games.selectors.games import game_seen_by
from games.selectors.records import deck_from, is_record, record_check
from games.serializers.records import held_differences
from games.services.casual import casual_start
from games.views.pages.asking import count_request, page, start_game
from games.views.pages.forms import ImportForm
from games.views.pages.viewer import viewer_shown

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from games.engine.scoresheet import ScoreSheet
    from games.selectors.records import CheckedRecord

_NUMBER = re.compile("[0-9]{1,18}")


@require_http_methods(["GET", "HEAD", "POST"])
@page
def bring(request: HttpRequest) -> HttpResponse:
    """A form for a text: a deck starts a casual game, a record is shown with what it proves."""
    form = ImportForm(request.POST or None)
    if form.is_valid():
        text = form.cleaned_data["text"]
        try:
            return _record(request, text) if is_record(text) else _deck(request, text)
        except (InvalidNotation, IllegalMove) as error:
            # What the engine says is for programmers, and in English.
            words = _("This cannot be read, or not played as it says:")
            form.add_error("text", format_html('{} <code lang="en">{}</code>', words, error))
    return render(request, "games/import.html", {"form": form})


def _deck(request: HttpRequest, text: str) -> HttpResponse:
    deck, now = deck_from(text), timezone.now()
    return start_game(request, lambda player: casual_start(player=player, now=now, deck=deck))


def _record(request: HttpRequest, text: str) -> HttpResponse:
    count_request(request, "import")
    now = timezone.now()
    record = record_check(text, now)
    return render(
        request,
        "games/record.html",
        {**record_answer(record), "held": _held(request, record.sheet, now)},
    )


def _held(request: HttpRequest, sheet: ScoreSheet, now: datetime) -> dict[str, Any] | None:
    """Compare with the game of the record's number, if there is one that the asker may read."""
    number = sheet.headers.get("Id", "")
    if not _NUMBER.fullmatch(number):
        return None
    try:
        game = game_seen_by(request.user, int(number), now)
    except Refused:
        return None
    return {"id": game.pk, "differences": held_differences(sheet, game, now)}


def record_answer(record: CheckedRecord) -> dict[str, Any]:
    """Return what the page of a record shows."""
    actions = [
        {"ply": ply, "move": str(action)} for ply, action in enumerate(record.sheet.actions, 1)
    ]
    positions = [position.hidden() for position in record.positions]
    return {
        "headers": record.sheet.headers.items(),
        "deck": str(record.deck),
        "status": record.attempt.status.value,
        "checks": record.checks,
        "verdict": verdict(record.checks).value,
        "has_seed": "Seed" in record.sheet.headers,
        "game": {"id": None, "space_rank": record.positions[0].space_rank_text},
        "actions": actions,
        "viewer": viewer_shown(actions, positions),
    }

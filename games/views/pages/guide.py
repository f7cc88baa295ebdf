"""The rules guide: the same parts and diagrams in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.views.pages.asking import page
from games.views.pages.diagrams import DIAGRAMS, diagram_drawn

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
@page
def rules(request: HttpRequest) -> HttpResponse:
    """The game in words, and in positions where the move that is told of can be played."""
    language = (get_language() or "en")[:2]
    drawn = {name: diagram_drawn(diagram) for name, diagram in DIAGRAMS.items()}
    shown = {"guide": f"games/rules/{language}.html", "diagrams": drawn}
    return render(request, "games/rules.html", shown)

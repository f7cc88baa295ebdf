"""Long reading, written for each language: the rules guide, fair play, how to verify a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.views.pages.asking import page
from games.views.pages.diagrams import DIAGRAMS, diagram_drawn
from games.views.pages.forms import ImportForm

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
@page
def rules(request: HttpRequest) -> HttpResponse:
    """The game in words, and in positions where the move that is told of can be played."""
    drawn = {name: diagram_drawn(diagram) for name, diagram in DIAGRAMS.items()}
    return render(request, "games/rules.html", {"guide": _text("rules"), "diagrams": drawn})


@require_safe
@page
def fair_play(request: HttpRequest) -> HttpResponse:
    """What holds in ranked play, what is looked at, and how anybody verifies it."""
    return render(request, "games/fair_play.html", {"guide": _text("fair_play")})


@require_safe
@page
def verify(request: HttpRequest) -> HttpResponse:
    """How to verify a record, and a form to have it verified here."""
    shown = {"guide": _text("verify"), "form": ImportForm()}
    return render(request, "games/verify.html", shown)


def _text(name: str) -> str:
    return f"games/{name}/{(get_language() or 'en')[:2]}.html"

"""The rules guide: four languages, the same parts, and diagrams that the engine allows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from games.engine import IllegalMove, Move, Position, is_won, legal_moves, play
from games.tests.pages.reading import html
from games.views.pages.diagrams import DIAGRAMS, Diagram, diagram_drawn

GUIDES = Path(__file__).parents[2] / "templates" / "games" / "rules"
LANGUAGES = ["en", "es", "fr", "pt"]
PARTS = [
    *["agnes", "deal", "foundations", "columns", "spaces", "reserves", "end", "opportunities"],
    "questions",
]


def guide(language: str) -> str:
    return (GUIDES / f"{language}.html").read_text("utf-8")


@pytest.mark.parametrize("name", DIAGRAMS)
def test_the_move_of_a_diagram_is_legal_and_between_piles_that_are_shown(name: str) -> None:
    diagram = DIAGRAMS[name]
    position = Position.parse(diagram.position)
    assert Move.parse(diagram.move) in legal_moves(position)
    drawn = diagram_drawn(diagram)
    shown = [pile["name"] for row in drawn["boards"][0] for pile in row]
    assert {drawn["source"], drawn["target"]} <= set(shown)


def test_a_diagram_of_an_illegal_move_cannot_be_drawn() -> None:
    position, _, piles = DIAGRAMS["fill"]
    with pytest.raises(IllegalMove):
        diagram_drawn(Diagram(position, "r2-t2", piles))


def test_the_diagram_of_the_end_wins() -> None:
    diagram = DIAGRAMS["end"]
    assert is_won(play(Position.parse(diagram.position), Move.parse(diagram.move)))


def test_a_diagram_draws_a_foundation_that_has_gone_round_the_king() -> None:
    before, after = diagram_drawn(DIAGRAMS["foundations"])["boards"]
    assert [pile["cards"][0]["text"] for pile in (before[0][3], after[0][3])] == ["KS", "AS"]
    assert before[0][3]["label"] == "Foundation of spades: king of spades"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_has_all_the_parts_and_shows_every_diagram_once(language: str) -> None:
    text = guide(language)
    assert re.findall(r'<section id="(\w+)"', text) == PARTS
    assert re.findall(r'<li><a href="#(\w+)"', text) == PARTS
    assert re.findall(r"diagram=diagrams\.(\w+) ", text) == list(DIAGRAMS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guides_say_the_same_things_part_by_part(language: str) -> None:
    marks = re.compile(r"<(p|dt|dd|dfn|em|small|h[12])\b")
    assert marks.findall(guide(language)) == marks.findall(guide("en"))
    rulings = re.compile(r"<small>(.*)</small>")
    assert rulings.findall(guide(language)) == rulings.findall(guide("en"))


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-pt"])
def test_every_diagram_is_on_the_page_with_the_piles_to_press(language: str) -> None:
    with translation.override(language):
        page = html(Client(), "/rules")
    assert page.count('<figure class="diagram"') == len(DIAGRAMS)
    assert page.count('<div class="board"') == 2 * len(DIAGRAMS)
    assert '<figure class="diagram" data-source="t1" data-target="t2" data-count="3">' in page

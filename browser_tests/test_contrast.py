"""Words and cards can be told apart in every combination of theme, contrast and deck (WCAG AA)."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_tests.table import Table
    from conftest import SolvedDeal

AA, AAA = 4.5, 7
ON_PAGES = [*product(("ink", "ink-quiet", "link", "danger"), ("paper", "sheet", "mine"))]
ON_FELT = [*product(("felt-ink", "felt-quiet"), ("felt", "felt-deep"))]
ON_CARDS = [*product(("red", "black", "club", "diamond"), ("", "-lifted"))]
PAIRS = [
    *ON_PAGES,
    *ON_FELT,
    ("accent-ink", "accent"),
    *((f"card-{suit}", f"card{state}") for suit, state in ON_CARDS),
]
COLOURS = """(names) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(found);
}"""
SUITS = {"TC": "C", "7D": "D", "TH": "H", "KS": "S"}


def luminance(colour: str) -> float:
    """The relative luminance of `rgb(…)`, from 0 to 1 (WCAG 2.2)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
    assert len(parts) == 3, colour
    weights = (0.2126, 0.7152, 0.0722)
    return sum(weight * _linear(part) for weight, part in zip(weights, parts, strict=True))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def ratio(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def wear(page: Page, **look: str) -> None:
    page.evaluate("(look) => Object.assign(document.documentElement.dataset, look)", look)


def test_the_measure_is_the_one_of_wcag() -> None:
    assert ratio("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert ratio("rgb(119, 119, 119)", "rgb(255, 255, 255)") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("asked_by", ["player", "system"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("contrast", "least"), [("system", AA), ("more", AAA)])
def test_every_pair_of_colours_can_be_read(
    page: Page, theme: Literal["light", "dark"], contrast: str, least: float, asked_by: str
) -> None:
    page.goto("/rules")
    if asked_by == "player":
        page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
        wear(page, theme=theme, contrast=contrast)
    else:
        page.emulate_media(
            color_scheme=theme, contrast="more" if contrast == "more" else "no-preference"
        )
    colours = page.evaluate(COLOURS, sorted({name for pair in PAIRS for name in pair}))
    assert (luminance(colours["paper"]) < 0.5) == (theme == "dark")
    poor = [
        (*pair, round(found, 2))
        for pair in PAIRS
        if (found := ratio(*(colours[name] for name in pair))) < least
    ]
    assert poor == []


@pytest.mark.parametrize("deck", ["two-colour", "four-colour"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("contrast", ["system", "more"])
def test_suits_differ_by_colour_and_red_from_black_by_more(
    table: Table, solved: list[SolvedDeal], theme: str, contrast: str, deck: str
) -> None:
    table.sit_down(solved[0].deck)
    expect(table.button("Deal")).to_be_enabled()
    wear(table.page, theme=theme, contrast=contrast, deck=deck)
    faces = {}
    for card in SUITS:
        face = table.page.locator(f'[data-card="{card}"]')
        faces[card] = face.evaluate("""(card) => {
          const {color, backgroundColor} = getComputedStyle(card);
          const {stroke} = getComputedStyle(card.querySelector(".emblem"));
          return {color, backgroundColor, isOpen: stroke !== "none"};
        }""")
    for face in faces.values():
        assert ratio(face["color"], face["backgroundColor"]) >= AA
    assert len({face["color"] for face in faces.values()}) == (4 if deck == "four-colour" else 2)
    assert {card for card, face in faces.items() if face["isOpen"]} == {"7D", "TH"}

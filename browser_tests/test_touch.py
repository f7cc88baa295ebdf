"""The board under a finger, on a phone held upright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from browser_tests.table import CORNER, parts

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal

STEPS = 5


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    size = {"width": 360, "height": 740}
    return {**browser_context_args, "viewport": size, "has_touch": True, "is_mobile": True}


class Finger:
    """One finger on the glass of a page."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._session = table.page.context.new_cdp_session(table.page)

    def drag(self, pile: str, target: str, count: int = 1) -> None:
        self._table.pile(pile).scroll_into_view_if_needed()
        begin, end = self._table.place(pile, count), self._table.place(target)
        self._send("touchStart", [begin])
        for step in range(1, STEPS + 1):
            part = step / STEPS
            x, y = ((1 - part) * a + part * b for a, b in zip(begin, end, strict=True))
            self._send("touchMove", [(x, y)])
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_whole_game_is_won_with_a_finger(table: Table, solved: list[SolvedDeal]) -> None:
    deal = solved[0]
    table.sit_down(deal.deck)
    finger = Finger(table)
    for ply, move in enumerate(deal.line, 1):
        if move == "deal":
            table.page.locator(".play-head").tap()  # taken for the end of a swipe
            table.button("Deal").tap()
        else:
            source, target, count = parts(move)
            suit = table.cards(source)[-1][1]
            finger.drag(source, f"f{suit}" if target == "f" else target, count)
        expect(table.shown("moves")).to_have_text(str(ply))
        table.answered()
    expect(table.shown("end-title")).to_have_text(f"Won in {len(deal.line)} moves")


def test_two_taps_send_a_card_to_its_foundation(table: Table, solved: list[SolvedDeal]) -> None:
    table.sit_down(solved[0].deck)
    card = table.pile("t6").locator(".card").last
    card.tap(position=CORNER)
    card.tap(position=CORNER)
    expect(table.shown("moves")).to_have_text("1")
    assert table.cards("fS") == ["QS"]


def test_only_what_can_be_carried_keeps_the_page_from_scrolling(
    table: Table, solved: list[SolvedDeal]
) -> None:
    table.sit_down(solved[0].deck)
    touch_action = "element => getComputedStyle(element).touchAction"
    cards = table.page.locator(".card").all()
    kept = [c.get_attribute("data-card") for c in cards if c.evaluate(touch_action) == "none"]
    assert kept == ["6S", "7D", "QS"]
    assert table.page.locator(".felt").evaluate(touch_action) == "auto"

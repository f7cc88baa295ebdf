"""What a player does at the pages: sign up, sit down at a game, press cards and piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from games.engine import DEAL, Move

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Position

PASSWORD = "correct-horse-battery"
CORNER: Position = {"x": 6, "y": 4}

CALL = """async ([method, path, body]) => {
  const token = document.cookie.match(/csrftoken=([^;]*)/)?.[1] ?? "";
  const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  return answer.json();
}"""


class Table:
    """A page with a player in front of it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- Getting there

    def sign_up(self, name: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("link", name="Sign up", exact=True).click()
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=password1]").fill(PASSWORD)
        self.page.locator("[name=password2]").fill(PASSWORD)
        self.page.locator("main").get_by_role("button", name="Sign up").click()
        expect(self.page.get_by_role("button", name="Sign out")).to_be_visible()

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """An answer of the API, asked for with the session of the page."""
        answer: dict[str, Any] = self.page.evaluate(CALL, [method, f"/api/v1/{path}", body])
        return answer

    def sit_down(self, deck: str, line: list[str] | None = None) -> int:
        """Start a casual game on a deck, play a line, and open its page; return its id.

        Routes are set before: what a page asks for just after one was set may still go past it.
        """
        game_id: int = self.call("POST", "games", {"deck": deck})["id"]
        if line:
            self.call("POST", f"games/{game_id}/moves", {"ply": 0, "moves": line})
        self.page.goto(f"/games/{game_id}")
        return game_id

    # -- The board

    def pile(self, name: str) -> Locator:
        return self.page.locator(f'[data-pile="{name}"]')

    def shown(self, name: str) -> Locator:
        return self.page.locator(f'[data-show="{name}"]')

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def cards(self, pile: str) -> list[str]:
        """The cards of a pile, bottom to top: all read at one moment, for the board may change."""
        cards: list[str] = (
            self.pile(pile)
            .locator(".card")
            .evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
        )
        return cards

    def board(self) -> list[str | None]:
        """What every pile says of itself."""
        labels: list[str | None] = self.page.locator("[data-pile]").evaluate_all(
            "(piles) => piles.map((pile) => pile.ariaLabel)"
        )
        return labels

    def lift(self, pile: str, count: int = 1) -> Locator:
        """Press the card that heads `count` cards."""
        cards = self.pile(pile).locator(".card")
        card = cards.nth(len(self.cards(pile)) - count)
        card.click(position=CORNER)
        expect(self.pile(pile).locator(".lifted")).to_have_count(count)
        return card

    def put(self, pile: str) -> None:
        expect(self.pile(pile)).to_contain_class("target")
        self.pile(pile).click(position=CORNER)

    def place(self, pile: str, count: int = 0) -> tuple[float, float]:
        """A point near the corner of the card that heads `count` cards; of the pile with none."""
        element = self.pile(pile)
        if count:
            element = element.locator(".card").nth(len(self.cards(pile)) - count)
        box = element.bounding_box()
        assert box
        return box["x"] + 8, box["y"] + 6

    def carry(self, pile: str, target: str, count: int = 1) -> None:
        """Take the card that heads `count` cards with the mouse and hold it over another pile."""
        self.page.mouse.move(*self.place(pile, count))
        self.page.mouse.down()
        x, y = self.place(target)
        self.page.mouse.move(x + 4, y + 12, steps=4)

    def drag(self, pile: str, target: str, count: int = 1) -> None:
        """Carry cards from one pile to another and let go."""
        self.carry(pile, target, count)
        self.page.mouse.up()

    def play(self, text: str, ply: int) -> None:
        """Play a move by pressing, and see it counted as number `ply`."""
        move = Move.parse(text)
        if move == DEAL:
            self.button("Deal").click()
        else:
            source, target, count = parts(text)
            suit = self.cards(source)[-1][1]
            self.lift(source, count)
            self.put(f"f{suit}" if target == "f" else target)
        expect(self.shown("moves")).to_have_text(str(ply))
        self.answered()

    def answered(self) -> None:
        """Wait until the server has answered everything."""
        expect(self.page.locator("#play")).not_to_contain_class("waiting")


def parts(text: str) -> tuple[str, str, int]:
    """Source, target and number of cards of the text of a play."""
    path, _, count = text.partition(":")
    source, _, target = path.partition("-")
    return source, target, int(count or 1)

"""The two ways to be wrong: a text that says nothing, and a move that may not be made."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from games.engine.position import Position

Refusal = Literal["illegal_move", "nothing_to_undo", "undo_crosses_deal", "game_over"]

_EXCERPT = 120


class InvalidNotation(ValueError):  # noqa: N818 - named by what is wrong, like IllegalMove
    """A text that is not the exact text of a value.

    `what` names the kind of value ("card", "deck", "move", "action", "position"), `text` is the
    whole input, `reason` says what is wrong with it. `index` is the place of the text in a list of
    actions, None outside a list. `code` is always "bad_notation".
    """

    code: ClassVar[str] = "bad_notation"

    def __init__(self, text: str, reason: str, what: str, index: int | None = None) -> None:
        super().__init__(text, reason, what, index)
        self.text = text
        self.reason = reason
        self.what = what
        self.index = index

    def __str__(self) -> str:
        excerpt = self.text if len(self.text) <= _EXCERPT else self.text[:_EXCERPT] + "…"
        return f"not a {self.what}: {excerpt!r}: {self.reason}"


class IllegalMove(ValueError):  # noqa: N818 - the word of the field
    """A well-formed action that the rules refuse.

    `move` is the text of the action, `position` the text of the position it was tried in, always
    with the stock hidden (R13) because players are shown it; None when no position was at hand.
    `reason` says why, `code` is the kind of refusal, `index` the place of the action in a list,
    None outside a list.
    """

    def __init__(
        self,
        move: str,
        position: Position | None,
        reason: str,
        code: Refusal = "illegal_move",
        index: int | None = None,
    ) -> None:
        hidden = None if position is None else position.hidden()
        super().__init__(move, hidden, reason, code, index)
        self.move = move
        self.position = None if hidden is None else str(hidden)
        self.reason = reason
        self.code: Refusal = code
        self.index = index

    def __str__(self) -> str:
        where = f" in {self.position}" if self.position else ""
        return f"{self.move} is not legal{where}: {self.reason}"

    def at(self, index: int) -> IllegalMove:
        """Return the same refusal, of the action at `index` (0-based) in a list."""
        move, position, reason, code, _ = self.args
        return IllegalMove(move, position, reason, code, index)

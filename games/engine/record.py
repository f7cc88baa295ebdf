"""A game as it is recorded: a history that only grows, and what still stands of it (R11, R12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine import rules
from games.engine.cards import Deck
from games.engine.errors import IllegalMove, InvalidNotation, Refusal
from games.engine.moves import DEAL, Move
from games.engine.position import Position
from games.engine.rules import Status


class Command(StrEnum):
    """The actions of a history that are not moves."""

    UNDO = "undo"
    CONCEDE = "concede"


Action = Move | Command

_COMMANDS = {command.value: command for command in Command}


def parse_action(text: str) -> Action:
    """Return the action of a text: a move, "undo" or "concede". Raises InvalidNotation."""
    return _COMMANDS.get(text) or Move.parse(text)


def parse_history(text: str) -> tuple[Action, ...]:
    """Return the actions of a history: texts separated by single spaces, "" for none.

    Raises InvalidNotation with the index of the first text that is no action.
    """
    texts = text.split(" ") if text else []
    actions: list[Action] = []
    try:
        actions.extend(map(parse_action, texts))
    except InvalidNotation as error:
        index = len(actions)
        raise InvalidNotation(error.text, error.reason, error.what, index) from None
    return tuple(actions)


def fold(actions: Iterable[Action]) -> tuple[Move, ...]:
    """Return the moves that still stand: each undo takes back the last one (R12).

    Does not ask whether the moves are legal. Raises IllegalMove with the index of an undo that
    finds nothing to take back.
    """
    line: list[Move] = []
    for index, action in enumerate(actions):
        if isinstance(action, Move):
            line.append(action)
        elif action is Command.UNDO:
            if not line:
                reason = "there is nothing to take back"
                raise IllegalMove(action, None, reason, "nothing_to_undo", index)
            line.pop()
    return tuple(line)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One player's attempt at one deal, after some accepted actions.

    `line` holds the moves that still stand, `ply` counts the accepted actions of every kind (R11),
    `undos` the undos among them. `ranked` narrows what undo may take back (R12).
    """

    deck: Deck
    ranked: bool
    position: Position
    line: tuple[Move, ...]
    ply: int
    undos: int
    status: Status

    @classmethod
    def start(cls, deck: Deck, *, ranked: bool) -> Attempt:
        """Return the attempt before its first action."""
        return cls(deck, ranked, rules.opening(deck), (), 0, 0, Status.PLAYING)

    @classmethod
    def resume(
        cls,
        deck: Deck,
        *,
        ranked: bool,
        history: Iterable[Action],
        position: Position,
        status: Status,
    ) -> Attempt:
        """Return an attempt that was stored: `position` and `status` are those after `history`.

        Believes what it is given, and replays nothing; `replay` is the check. The stock of
        `position` must not be hidden.
        """
        actions = tuple(history)
        undos = actions.count(Command.UNDO)
        return cls(deck, ranked, position, fold(actions), len(actions), undos, Status(status))

    @property
    def can_undo(self) -> bool:
        """Tell whether an undo would be accepted now (R12)."""
        return self._undo_refusal() is None

    def act(self, action: Action) -> Attempt:
        """Return the attempt after one more action. Raises IllegalMove."""
        if action is Command.UNDO:
            return self._undone()
        if self.status is not Status.PLAYING:
            raise self._refused(action, f"the game is {self.status}", "game_over")
        if isinstance(action, Move):
            return self._played(action)
        return replace(self, ply=self.ply + 1, status=Status.CONCEDED)

    def _played(self, move: Move) -> Attempt:
        position = rules.play(self.position, move)
        line, status = (*self.line, move), rules.status(position)
        return Attempt(self.deck, self.ranked, position, line, self.ply + 1, self.undos, status)

    def _undone(self) -> Attempt:
        refusal = self._undo_refusal()
        if refusal:
            raise self._refused(Command.UNDO, *refusal)
        line = self.line[:-1]
        position = rules.opening(self.deck)
        for move in line:
            position = rules.play(position, move)
        return replace(
            self,
            position=position,
            line=line,
            ply=self.ply + 1,
            undos=self.undos + 1,
            status=Status.PLAYING,
        )

    def _undo_refusal(self) -> tuple[str, Refusal] | None:
        if self.status in (Status.WON, Status.CONCEDED):
            return f"the game is {self.status}", "game_over"
        if not self.line:
            return "there is nothing to take back", "nothing_to_undo"
        if self.ranked and self.line[-1] == DEAL:
            return "a deal in a ranked game is never taken back (R12)", "undo_crosses_deal"
        return None

    def _refused(self, action: Action, reason: str, code: Refusal) -> IllegalMove:
        return IllegalMove(str(action), self.position, reason, code)


def walk(deck: Deck, actions: Iterable[Action], *, ranked: bool = False) -> Iterator[Attempt]:
    """Yield the attempt at `deck` after every one of `actions`.

    Raises IllegalMove with the index of the first action that is refused.
    """
    attempt = Attempt.start(deck, ranked=ranked)
    for index, action in enumerate(actions):
        try:
            attempt = attempt.act(action)
        except IllegalMove as error:
            raise error.at(index) from None
        yield attempt


def replay(deck: Deck, actions: Iterable[Action], *, ranked: bool = False) -> Attempt:
    """Return the attempt at `deck` after all `actions`. Raises IllegalMove as `walk` does."""
    attempt = Attempt.start(deck, ranked=ranked)
    for attempt in walk(deck, actions, ranked=ranked):  # noqa: B007
        pass
    return attempt

"""A whole game as text: headers and actions, enough to replay and verify it anywhere.

[Game "Agnes Bernauer"]
[Rules "1"]
[Result "won"]
[Deck "JS TC QH …"]

t6-f t3-t5 r5-t5 …
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from games.engine.cards import Deck
from games.engine.deals import SHUFFLE_VERSION, deck_of
from games.engine.errors import InvalidNotation
from games.engine.record import Action, Attempt, parse_history, replay

GAME = "Agnes Bernauer"
EXPIRED = "expired"

_LINE_LENGTH = 80
_HEADER = re.compile(r'\[([A-Z][A-Za-z]*) "([^"\n]*)"\]')
_HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Headers in their order, by name, and the actions of the history.

    Known headers: Game, Rules, Id, Kind, Contest (of a ranked game, `daily:2026-11-30`), Player,
    Started, Finished, Result, Moves, Undos, Shuffle, Commitment, Seed, Deck; others are kept.
    """

    headers: dict[str, str]
    actions: tuple[Action, ...]

    @classmethod
    def parse(cls, text: str) -> ScoreSheet:
        """Return the score sheet of a text. Raises InvalidNotation."""
        head, _, body = text.replace("\r\n", "\n").strip().partition("\n\n")
        headers: dict[str, str] = {}
        for line in head.split("\n"):
            match = _HEADER.fullmatch(line)
            if match is None or match[1] in headers:
                raise InvalidNotation(line, 'expected [Name "value"], once each', "header")
            headers[match[1]] = match[2]
        return cls(headers, parse_history(" ".join(body.split())))

    def __str__(self) -> str:
        head = "\n".join(f'[{name} "{value}"]' for name, value in self.headers.items())
        words = " ".join(map(str, self.actions))
        body = "\n".join(textwrap.wrap(words, _LINE_LENGTH, break_on_hyphens=False))
        return f"{head}\n\n{body}\n" if body else f"{head}\n"

    @property
    def deck(self) -> Deck:
        """The deck, read from its header or else made from the seed. Raises InvalidNotation."""
        if "Deck" in self.headers:
            return Deck.parse(self.headers["Deck"])
        return self.deck_of_seed()

    def replay(self) -> Attempt:
        """Return the attempt after the actions. Raises InvalidNotation and IllegalMove."""
        return replay(self.deck, self.actions, ranked="Contest" in self.headers)

    def deck_of_seed(self) -> Deck:
        """Return the deck that the seed shuffles to. Raises InvalidNotation."""
        return deck_of(self.seed, self.shuffle_version)

    @property
    def seed(self) -> bytes:
        """The 32 bytes of the header. Raises InvalidNotation, also when there is none."""
        text = self.headers.get("Seed", "")
        if not _HEX.fullmatch(text):
            raise InvalidNotation(text, "expected 64 hex digits, or a Deck header", "seed")
        return bytes.fromhex(text)

    @property
    def shuffle_version(self) -> int:
        """The version that the header names; without one, the present. Raises InvalidNotation."""
        text = self.headers.get("Shuffle", str(SHUFFLE_VERSION))
        if text != str(SHUFFLE_VERSION):
            raise InvalidNotation(text, "no such shuffle", "shuffle version")
        return SHUFFLE_VERSION

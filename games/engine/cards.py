"""Cards and the deck, with their exact text."""

from __future__ import annotations

from typing import Final, NoReturn

from games.engine.errors import InvalidNotation

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
RANK_COUNT: Final = 13
_RED_SUITS: Final = "DH"


class Card:
    """One of the 52 cards. There is exactly one object for each, so cards compare by identity.

    `rank` is 1 (ace) to 13 (king), `suit` 0 to 3 in the order clubs, diamonds, hearts, spades.
    `kind` numbers rank and colour together: two cards share each kind, and a card may be built on
    the cards of kind `host_kind` and on no others (R3).
    """

    __slots__ = ("host_kind", "is_red", "kind", "rank", "suit", "text")

    rank: int
    suit: int
    is_red: bool
    kind: int
    host_kind: int
    text: str

    def __new__(cls, text: str) -> Card:
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card of a text such as "TH". Raises InvalidNotation."""
        try:
            return _CARDS[text]
        except KeyError:
            reason = "a card is one of A23456789TJQK, then one of CDHS"
            raise InvalidNotation(text, reason, "card") from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")


def _made(rank: int, suit: int) -> Card:
    card = object.__new__(Card)
    is_red = SUITS[suit] in _RED_SUITS
    values = {
        "rank": rank,
        "suit": suit,
        "is_red": is_red,
        "kind": 2 * rank + is_red,
        "host_kind": 2 * (rank % RANK_COUNT + 1) + (not is_red),
        "text": RANKS[rank - 1] + SUITS[suit],
    }
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


CARDS: Final = tuple(
    _made(rank, suit) for suit in range(len(SUITS)) for rank in range(1, RANK_COUNT + 1)
)
_CARDS: Final = {card.text: card for card in CARDS}


def parse_cards(joined: str, *, of: str, what: str) -> tuple[Card, ...]:
    """Return the cards of texts written one after the other, such as "TH9C".

    Raises InvalidNotation about the whole text `of` of a `what`.
    """
    try:
        return tuple([_CARDS[joined[at : at + 2]] for at in range(0, len(joined), 2)])
    except KeyError as error:
        raise InvalidNotation(of, f"{error.args[0]!r} is not a card", what) from None


class Deck(tuple[Card, ...]):
    """The 52 cards in the order in which they are dealt."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Deck:
        """Return the deck of 52 card texts, separated by single spaces or by nothing.

        Raises InvalidNotation.
        """
        joined = text.replace(" ", "")
        deck = cls(parse_cards(joined, of=text, what="deck"))
        if len(deck) != len(CARDS):
            raise InvalidNotation(text, f"{len(deck)} cards instead of 52", "deck")
        if len(set(deck)) != len(CARDS):
            twice = next(card for card in deck if deck.count(card) > 1)
            raise InvalidNotation(text, f"{twice} is there twice", "deck")
        if text not in (str(deck), joined):
            raise InvalidNotation(text, "single spaces go between cards, or none", "deck")
        return deck

    def __str__(self) -> str:
        return " ".join([card.text for card in self])

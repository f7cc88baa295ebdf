"""Positions for the tests: read from the vectors, laid by hand, or dealt by seeded chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from games.engine import Card, Deck, Move, Position, deck_of, legal_moves, opening, play
from games.engine.cards import CARDS, RANK_COUNT, RANKS

VECTORS = Path(__file__).parent.parent / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    """Return the rows of one vector file."""
    rows: list[dict[str, Any]] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return rows


DECK = Deck.parse(vectors("deals.json")[0]["deck"])
WINNING_LINE: str = vectors("deals.json")[0]["line"]


def table(
    base_rank: str = "A",
    foundations: str = "1.0.0.0",
    *,
    stock: int = 0,
    **piles: str,
) -> Position:
    """Return a position with the named piles (t1 to t7, r1 to r7, x1, x2) as given.

    Cards that are named nowhere lie at the bottom of t7, out of the way, or are the `stock`.
    """
    heights = [int(height) for height in foundations.split(".")]
    base = RANKS.index(base_rank) + 1
    named = {str(card) for text in piles.values() for card in _cards(text)}
    rest = [
        str(card)
        for card in CARDS
        if (card.rank - base) % RANK_COUNT >= heights[card.suit] and str(card) not in named
    ]
    undealt = [rest.pop() for _ in range(stock)]
    piles["t7"] = "".join(rest) + piles.get("t7", "")
    return Position.parse(
        " ".join(
            (
                base_rank,
                foundations,
                "/".join(piles.get(f"t{n}", "") or "-" for n in range(1, 8)),
                "/".join(piles.get(f"r{n}", "-") for n in range(1, 8)),
                "/".join(piles.get(f"x{n}", "-") for n in range(1, 3)),
                "".join(undealt) or "-",
            )
        )
    )


def _cards(text: str) -> list[Card]:
    return [Card.parse(text[n : n + 2]) for n in range(0, len(text), 2)]


def legal(position: Position) -> list[str]:
    """Return the texts of the legal moves in the order in which the engine gives them."""
    return [str(move) for move in legal_moves(position)]


def after(position: Position, *texts: str) -> Position:
    """Return the position after some moves."""
    for text in texts:
        position = play(position, Move.parse(text))
    return position


def random_games(seed: int, count: int) -> Iterator[list[Position]]:
    """Yield the positions of games played by chance, with a liking for progress."""
    random = Random(seed)
    for _ in range(count):
        positions = [opening(deck_of(random.randbytes(32)))]
        while len(positions) < 250 and (moves := legal_moves(positions[-1])):
            useful = [move for move in moves if not is_between_columns(move)]
            pool = useful if useful and random.random() < 0.6 else moves
            positions.append(play(positions[-1], random.choice(pool)))
        yield positions


def is_between_columns(move: Move) -> bool:
    return move.source.letter == move.target.letter == "t"


def random_late_positions(seed: int, count: int) -> Iterator[Position]:
    """Yield positions without a stock that no game need reach, rich in runs and in spaces."""
    random = Random(seed)
    for _ in range(count):
        base = random.randint(1, RANK_COUNT)
        highest = random.choice((1, 2, 4, 8, 12))
        heights = [random.randint(0, highest) for _ in range(3)] + [random.randint(1, highest)]
        cards = [card for card in CARDS if (card.rank - base) % RANK_COUNT >= heights[card.suit]]
        random.shuffle(cards)
        reserves: list[tuple[Card, ...]] = [()] * 7
        for index in random.sample(range(7), random.choice((0, 0, 1, 2))):
            reserves[index] = tuple(cards.pop() for _ in range(min(2, len(cards))))
        columns = _laid(cards, random)
        yield Position(base, tuple(heights), columns, tuple(reserves), (None, None), ())


def _laid(cards: list[Card], random: Random) -> tuple[tuple[Card, ...], ...]:
    columns: list[list[Card]] = [[] for _ in range(7)]
    used = random.sample(columns, random.randint(2, 7))
    tidiness = random.choice((0.5, 0.8, 0.95))
    while cards:
        column = random.choice(used)
        fitting = [card for card in cards if column and card.host_kind == column[-1].kind]
        tidy = fitting and random.random() < tidiness
        card = fitting[0] if tidy else cards[0]
        cards.remove(card)
        column.append(card)
    return tuple(map(tuple, columns))

"""For the tests of the solver: positions changed so that their verdict stays, and brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from games.engine import Card, Deck, Move, Position, is_won, legal_moves, opening, play
from games.engine.cards import CARDS, RANK_COUNT
from games.engine.position import Pile
from games.tests.engine.tables import vectors


def brute_force(position: Position, most: int) -> str | None:
    """Return "won" or "lost" by the rules alone, None after `most` positions."""
    seen, waiting = {position}, [position]
    while waiting:
        reached = waiting.pop()
        if is_won(reached):
            return "won"
        if len(seen) > most:
            return None
        for move in reversed(legal_moves(reached)):
            following = play(reached, move)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return "lost"


def ends_of_won_games(seed: int, steps: int, last: int = 30) -> Iterator[Position]:
    """Yield the positions before the `last` moves of won lines, fewer than `steps` moves astray."""
    random = Random(seed)
    for row in vectors("deals.json"):
        moves = [Move.parse(text) for text in (row["line"] or "").split()]
        position = opening(Deck.parse(row["deck"]))
        for move in moves[:-last]:
            position = play(position, move)
        for move in moves[-last:]:
            position = play(position, move)
            strayed = position
            for _ in range(random.randrange(steps)):
                if moves_there := legal_moves(strayed):
                    strayed = play(strayed, random.choice(moves_there))
            yield strayed


def with_suits(position: Position, suits: tuple[int, int, int, int]) -> Position:
    """Return the position with each suit replaced by the one at its place in `suits`."""

    def renamed(pile: Pile) -> Pile:
        return tuple(CARDS[suits[card.suit] * RANK_COUNT + card.rank - 1] for card in pile)

    heights = [0] * len(suits)
    for suit, height in enumerate(position.foundations):
        heights[suits[suit]] = height
    extras = tuple(renamed((card,))[0] if card else None for card in position.extras)
    columns = tuple(map(renamed, position.columns))
    reserves = tuple(map(renamed, position.reserves))
    stock = renamed(position.stock)
    return Position(position.base_rank, tuple(heights), columns, reserves, extras, stock)


def with_columns_shuffled(position: Position, random: Random) -> Position:
    return replace(position, columns=tuple(random.sample(position.columns, 7)))


def with_reserves_shuffled(position: Position, random: Random) -> Position:
    """Return the position with its reserves in another order, which the stock must not tell."""
    assert not position.stock
    return replace(position, reserves=tuple(random.sample(position.reserves, 7)))


def with_sisters_swapped(position: Position) -> Position | None:
    """Return the position with what is built on two cards of a kind swapped; None if none are."""
    columns = position.columns
    for left, right in combinations(range(7), 2):
        for low, lower in enumerate(columns[left]):
            for high, higher in enumerate(columns[right]):
                tails = columns[left][low + 1 :], columns[right][high + 1 :]
                if lower.kind == higher.kind and any(tails) and all(map(_built_on(lower), tails)):
                    changed = list(columns)
                    changed[left] = columns[left][: low + 1] + tails[1]
                    changed[right] = columns[right][: high + 1] + tails[0]
                    return replace(position, columns=tuple(changed))
    return None


def _built_on(host: Card) -> Callable[[Pile], bool]:
    """Return a test whether cards are a run that may lie on `host`, or none."""

    def is_run(tail: Pile) -> bool:
        under = host
        for card in tail:
            if card.host_kind != under.kind:
                return False
            under = card
        return True

    return is_run

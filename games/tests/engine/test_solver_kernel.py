"""The kernel against the rules, uncompiled against compiled, with its cuts and without."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine import Deck, Position, is_won, legal_moves, loading, opening, play
from games.engine._realise import moves_of
from games.engine._tables import card_of, number_of, tables_of
from games.engine.cards import CARDS
from games.engine.solver import decided, solve
from games.tests.engine.solving import (
    with_columns_shuffled,
    with_reserves_shuffled,
    with_sisters_swapped,
    with_suits,
)
from games.tests.engine.tables import random_games, random_late_positions, vectors

PLAIN = loading.plain("_kernel")
KERNEL = PLAIN.functions
FIRST_COME = KERNEL.Order(*[0] * 12)


def positions_of_many_kinds() -> Iterator[Position]:
    for row in vectors("midgame.json"):
        yield Position.parse(row["position"])
    for row in vectors("legal.json"):
        yield Position.parse(row["position"])
    yield from random_late_positions(seed=31, count=80)
    for positions in random_games(seed=32, count=10):
        yield from positions[::9]


def state_of(position: Position, stage: int) -> Any:
    return tables_of(position, PLAIN)[1]._replace(stage=stage)


def moves_from(position: Position) -> tuple[Any, Any, list[int]]:
    layout, state = tables_of(position, PLAIN)
    moves = PLAIN.room(KERNEL.MOST_MOVES)
    count = KERNEL.add_moves(state, layout, FIRST_COME, moves, 0)
    return layout, state, [entry & 255 for entry in moves[:count]]


def test_every_legal_move_is_a_move_of_the_kernel_or_changes_nothing_for_it() -> None:
    changing = 0
    for position in positions_of_many_kinds():
        layout, state, moves = moves_from(position)
        reached = {state} | {KERNEL.moved(state, layout, move) for move in moves}
        for move in legal_moves(position):
            following = play(position, move)
            stage = int(following.stock_count < position.stock_count)
            assert (str(position), str(move), state_of(following, stage) in reached) == (
                str(position),
                str(move),
                True,
            )
            changing += state_of(following, stage) != state
    assert changing > 1_000


def test_every_move_of_the_kernel_is_one_or_two_legal_moves() -> None:
    swaps = 0
    for position in positions_of_many_kinds():
        layout, state, moves = moves_from(position)
        for move in moves:
            following, length = position, 0
            for legal in moves_of(position, move):
                following, length = play(following, legal), length + 1
            stage = int(following.stock_count < position.stock_count)
            assert state_of(following, stage) == KERNEL.moved(state, layout, move)
            swaps += length == 2
    assert swaps > 10


def test_a_card_has_one_number_and_a_number_one_card() -> None:
    for base_rank in range(1, 14):
        assert {number_of(card, base_rank) for card in CARDS} == set(range(52))
        assert [card_of(number_of(card, base_rank), base_rank) for card in CARDS] == list(CARDS)


def small_searches() -> list[Position]:
    rows = vectors("midgame.json") + [
        {"position": str(opening(Deck.parse(row["deck"]))), **row} for row in vectors("deals.json")
    ]
    return [Position.parse(row["position"]) for row in rows if row["reference_nodes"] < 400]


def test_plain_python_searches_exactly_as_the_compiled_kernel_does() -> None:
    positions = small_searches()[::2]
    assert len(positions) > 30
    for position in positions:
        assert decided(position, 350, PLAIN) == solve(position, 350)


@pytest.mark.parametrize("cuts", [0, KERNEL.SAFE_PLAYS, KERNEL.RELAXATION])
def test_cuts_change_no_verdict(cuts: int) -> None:
    compared = 0
    for position in [*small_searches(), *random_late_positions(seed=33, count=400)]:
        uncut = decided(position, 30_000, loading.compiled("_kernel"), cuts=cuts)
        if uncut.verdict != "unknown":
            compared += 1
            assert (str(position), solve(position, 30_000).verdict) == (
                str(position),
                uncut.verdict,
            )
    assert compared > 350


def test_each_cut_saves_nodes() -> None:
    position = Position.parse(vectors("midgame.json")[4]["position"])
    with_all = solve(position, 100_000).nodes
    for cuts in (KERNEL.SAFE_PLAYS, KERNEL.RELAXATION):
        few = decided(position, 100_000, loading.compiled("_kernel"), cuts=cuts)
        assert few.nodes > with_all


@pytest.mark.parametrize(
    "suits",
    [(3, 1, 2, 0), (0, 2, 1, 3), (1, 0, 3, 2), (2, 3, 0, 1)],
    ids=["black suits", "red suits", "colours", "colours crosswise"],
)
def test_swapping_suits_changes_no_verdict(suits: tuple[int, int, int, int]) -> None:
    for row in vectors("midgame.json"):
        position = with_suits(Position.parse(row["position"]), suits)
        assert solve(position, 2_000_000).verdict == row["verdict"]


def test_permuting_columns_changes_no_verdict() -> None:
    random = Random(34)
    for row in vectors("midgame.json"):
        position = with_columns_shuffled(Position.parse(row["position"]), random)
        assert solve(position, 2_000_000).verdict == row["verdict"]


def test_permuting_reserves_changes_no_verdict_once_the_stock_is_out() -> None:
    random = Random(35)
    rows = [row for row in vectors("midgame.json") if row["position"].endswith(" -")]
    assert len(rows) > 10
    for row in rows:
        position = with_reserves_shuffled(Position.parse(row["position"]), random)
        assert solve(position, 2_000_000).verdict == row["verdict"]


def test_swapping_what_is_built_on_sisters_changes_no_verdict() -> None:
    swapped = 0
    for row in vectors("midgame.json"):
        position = with_sisters_swapped(Position.parse(row["position"]))
        if position:
            swapped += 1
            assert solve(position, 2_000_000).verdict == row["verdict"]
    assert swapped > 20


def test_tables_grow_without_losing_a_state() -> None:
    old, new = PLAIN.room(16), PLAIN.room(64)
    entered = [(1 << 62 | number, number * number) for number in (5, 9, 77, 1 << 40)]
    for first, second in entered:
        slot = KERNEL.find(first, second, old)
        old[slot], old[slot + 1] = first, second
    KERNEL.copy_table(old, new)
    for first, second in entered:
        slot = KERNEL.find(first, second, new)
        assert (new[slot], new[slot + 1]) == (first, second)
    assert sum(map(bool, new[::2])) == len(entered)


@pytest.mark.parametrize(
    ("heights", "card", "is_safe"),
    [
        # Heights of clubs, spades, diamonds, hearts; the card is 4 * index + suit.
        ((0, 1, 1, 1), 0, False),
        ((1, 0, 1, 0), 4, False),
        ((1, 0, 1, 1), 4, True),
        ((2, 0, 1, 1), 8, False),
        ((2, 1, 1, 1), 8, True),
        ((5, 3, 4, 4), 20, True),
        ((5, 2, 4, 4), 20, False),
        ((5, 3, 3, 4), 20, False),
        ((4, 4, 3, 5), 18, True),
        ((4, 2, 3, 5), 18, False),
    ],
)
def test_which_plays_home_are_safe(
    heights: tuple[int, int, int, int], card: int, is_safe: bool
) -> None:
    home = sum(
        1 << (4 * index + suit) for suit, height in enumerate(heights) for index in range(height)
    )
    assert KERNEL.is_safe(card, home) is is_safe


def test_lines_written_uncompiled_win_too() -> None:
    for position in random_late_positions(seed=36, count=30):
        solution = decided(position, 500, PLAIN)
        for move in solution.line or ():
            position = play(position, move)
        assert is_won(position) == (solution.verdict == "won")

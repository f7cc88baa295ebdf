"""Short wins: replayed, never longer than the first, never shorter than their bound."""

from __future__ import annotations

from statistics import median

import pytest

from games.engine import Deck, Move, Position, is_won, legal_moves, loading, opening, play
from games.engine._shorten import shortened
from games.engine._tables import blockers_of, tables_of
from games.engine.par import Par, fixed_moves, found, par
from games.engine.solver import solve
from games.tests.engine.solving import ends_of_won_games
from games.tests.engine.tables import DECK, WINNING_LINE, after, table, vectors

PLAIN = loading.plain("_par_kernel")
LINE = tuple(Move.parse(text) for text in WINNING_LINE.split())
WON_DEALS = [
    opening(Deck.parse(row["deck"])) for row in vectors("deals.json") if row["verdict"] == "won"
]


def wins(position: Position, line: tuple[Move, ...]) -> bool:
    for move in line:
        position = play(position, move)
    return is_won(position)


def fewest_moves(position: Position, most: int) -> int | None:
    """Return the length of the shortest win by the rules alone, None after `most` positions."""
    layer, seen, length = [position], {position}, 0
    while layer and len(seen) < most:
        if any(map(is_won, layer)):
            return length
        following = {play(reached, move) for reached in layer for move in legal_moves(reached)}
        layer = list(following - seen)
        seen |= following
        length += 1
    return None


def test_lines_win_and_are_no_longer_than_the_first_and_no_shorter_than_the_bound() -> None:
    lengths = []
    for position in WON_DEALS[:12]:
        first = solve(position, 5_000_000).line
        assert first is not None
        best = par(position, 60_000, line=first)
        assert best is not None
        assert wins(position, best.line)
        assert 54 <= best.bound <= best.moves <= len(first)
        lengths.append(best.moves)
    assert median(lengths) <= 78


def test_late_positions_are_between_the_bound_and_the_shortest_win() -> None:
    compared = proven = 0
    for position in list(ends_of_won_games(seed=41, last=10, steps=4))[::3]:
        fewest = fewest_moves(position, most=300)
        best = par(position, 2_000) if fewest is not None else None
        if best is not None and fewest is not None:
            compared += 1
            assert best.bound <= fewest <= best.moves
            proven += best.bound == best.moves
    assert compared > 70
    assert proven > 60


def test_the_bound_never_exceeds_what_a_known_win_takes() -> None:
    kernel = PLAIN.functions
    for row, deal in zip(
        [row for row in vectors("deals.json") if row["verdict"] == "won"], WON_DEALS, strict=True
    ):
        moves = [Move.parse(text) for text in row["line"].split()]
        position, left = deal, sum(move.target.letter == "t" for move in moves)
        for ply, move in enumerate(moves):
            if ply % 4 == 0:
                layout, state = tables_of(position, PLAIN)
                assert kernel.bound(state, layout, blockers_of(position, PLAIN)) <= left
            position = play(position, move)
            left -= move.target.letter == "t"


def test_cards_that_hold_one_another_up_need_a_move() -> None:
    kernel = PLAIN.functions
    crossed = table(foundations="10.13.13.10", t1="QCJS", t2="QSJC", t3="KC", t4="KS")
    free = table(foundations="10.13.13.10", t1="QCJC", t2="QSJS", t3="KC", t4="KS")
    ring = table(foundations="10.13.13.10", t1="JCQS", t2="JSQC", t3="KC", t4="KS")
    alone = table(foundations="10.13.13.10", t1="JCQC", t2="QSJS", t3="KC", t4="KS")
    bounds = []
    for position in (crossed, free, ring, alone):
        layout, state = tables_of(position, PLAIN)
        bounds.append(kernel.bound(state, layout, blockers_of(position, PLAIN)))
    assert bounds == [0, 0, 1, 1]


def test_plain_python_finds_exactly_what_the_compiled_kernel_does() -> None:
    position, line = WON_DEALS[0], LINE
    assert found(position, 1_500, PLAIN, line) == par(position, 1_500, line=line)


def test_the_same_budget_gives_the_same_answer() -> None:
    assert par(WON_DEALS[1], 30_000) == par(WON_DEALS[1], 30_000)


def test_a_search_that_is_cancelled_gives_the_best_so_far() -> None:
    position = opening(DECK)
    cancelled = par(position, 1_000_000, line=LINE, cancelled=lambda: True)
    assert cancelled is not None
    assert wins(position, cancelled.line)
    assert cancelled.nodes < 100_000


def test_a_position_that_is_lost_has_no_par() -> None:
    lost = next(row for row in vectors("midgame.json") if row["verdict"] == "lost")
    assert par(Position.parse(lost["position"]), 10_000) is None


def test_a_game_that_is_won_takes_no_move() -> None:
    won = Position.parse("A 13.13.13.13 -/-/-/-/-/-/- -/-/-/-/-/-/- -/- -")
    assert par(won) == Par((), 0, 0)


def test_a_hidden_stock_is_refused() -> None:
    with pytest.raises(ValueError, match="the stock is hidden"):
        par(opening(DECK).hidden())


def test_every_win_from_an_opening_takes_54_moves_and_more() -> None:
    position = opening(DECK)
    assert fixed_moves(position) == 54
    assert fixed_moves(after(position, "t6-f", "deal", "deal")) == 51


def test_moves_that_are_not_needed_are_left_out() -> None:
    position = opening(DECK)
    best = shortened(position, LINE)
    assert wins(position, best)
    assert len(best) < len(LINE)
    assert shortened(position, best) == best


def test_swaps_between_sisters_are_not_part_of_the_bound() -> None:
    position = table(
        foundations="13.8.8.6",
        t1="7S9H8S",
        t2="9D",
        t3="KDQDJDTD",
        t4="KHQHJHTH",
        t5="KSQSJSTS9S",
    )
    best = par(position, 1_000)
    assert best is not None
    assert str(best.line[0]) == "t1-t2"
    assert (best.bound, best.moves) == (fixed_moves(position), fixed_moves(position) + 1)

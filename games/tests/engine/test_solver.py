"""The solver's answers: equal to the vectors and to brute force, and every line replayed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from games.engine import Deck, Position, deck_of, is_won, opening, play
from games.engine import solver as solver_module
from games.engine._realise import realised
from games.engine.solver import Solution, solve
from games.tests.engine.solving import brute_force, ends_of_won_games
from games.tests.engine.tables import (
    DECK,
    WINNING_LINE,
    after,
    random_games,
    random_late_positions,
    table,
    vectors,
)

ENOUGH = 5_000_000
HARD = opening(Deck.parse(vectors("deals.json")[27]["deck"]))  # lost after 419,876 nodes


def is_borne_out(position: Position, solution: Solution) -> bool:
    """Tell whether a solution has a line just when it is won, and the line wins."""
    if solution.verdict != "won":
        return solution.line is None
    for move in solution.line or ():
        position = play(position, move)
    return is_won(position)


@pytest.mark.parametrize("row", vectors("deals.json"), ids=lambda row: row["deck"][:11])
def test_every_deal_is_decided_as_the_vectors_say(row: dict[str, Any]) -> None:
    position = opening(Deck.parse(row["deck"]))
    solution = solve(position, ENOUGH)
    assert solution.verdict == row["verdict"]
    assert is_borne_out(position, solution)


def test_every_position_in_mid_game_is_decided_as_the_vectors_say() -> None:
    for row in vectors("midgame.json"):
        position = Position.parse(row["position"])
        solution = solve(position, ENOUGH)
        assert (row["position"], solution.verdict) == (row["position"], row["verdict"])
        assert is_borne_out(position, solution)


def test_positions_of_every_status_are_decided_as_the_vectors_say() -> None:
    for row in vectors("lost.json"):
        solution = solve(Position.parse(row["position"]))
        assert (row["position"], row["status"] == "lost" and solution.verdict == "won") == (
            row["position"],
            False,
        )


def test_late_positions_are_decided_as_brute_force_does() -> None:
    found = {"won": 0, "lost": 0}
    for position in [
        *random_late_positions(seed=21, count=500),
        *list(ends_of_won_games(seed=23, steps=8))[::2],
    ]:
        verdict = brute_force(position, most=300)
        if verdict:
            solution = solve(position)
            assert (str(position), solution.verdict) == (str(position), verdict)
            assert is_borne_out(position, solution)
            found[verdict] += 1
    assert min(found.values()) > 150


def test_the_ends_of_games_played_by_chance_are_decided_as_brute_force_does() -> None:
    found = {"won": 0, "lost": 0}
    for positions in random_games(seed=22, count=40):
        for position in positions[-12::4]:
            verdict = brute_force(position, most=300)
            if verdict:
                assert (str(position), solve(position).verdict) == (str(position), verdict)
                found[verdict] += 1
    assert found["lost"] > 50


def test_a_win_stays_a_win_along_its_line() -> None:
    position = opening(DECK)
    for text in WINNING_LINE.split():
        assert solve(position).verdict == "won"
        position = after(position, text)


def test_a_game_that_is_won_needs_no_move() -> None:
    won = Position.parse("A 13.13.13.13 -/-/-/-/-/-/- -/-/-/-/-/-/- -/- -")
    assert solve(won) == Solution("won", (), 0)


def test_a_hidden_stock_is_refused() -> None:
    with pytest.raises(ValueError, match="the stock is hidden"):
        solve(opening(DECK).hidden())


def test_a_run_that_would_have_to_be_built_on_itself_is_never_called_won() -> None:
    run = "QHJCTH9C8H7C6H5C4H3C2HACKHQCJHTC9H8C7H6C5H4C3H2C"
    position = table(base_rank="K", foundations="0.1.0.1", t1=run, t2="KC")
    solution = solve(position)
    assert is_borne_out(position, solution)


@pytest.mark.parametrize("budget", [0, 1, 2, 300, 601, 5_000])
def test_a_spent_budget_leaves_the_verdict_open(budget: int) -> None:
    assert solve(HARD, budget) == Solution("unknown", None, budget)


def test_a_budget_of_more_nodes_than_needed_changes_nothing() -> None:
    position = opening(DECK)
    solution = solve(position, ENOUGH)
    assert solve(position, solution.nodes + 1) == solution
    assert solve(position, solution.nodes) == Solution("unknown", None, solution.nodes)


def test_the_length_of_a_slice_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [Position.parse(row["position"]) for row in vectors("midgame.json")[:40]]
    whole = [solve(position, 20_000) for position in positions]
    monkeypatch.setattr(solver_module, "_SLICE", 37)
    assert [solve(position, 20_000) for position in positions] == whole


def test_a_search_that_is_cancelled_ends_after_its_slice() -> None:
    asked: list[int] = []

    def is_enough() -> bool:
        asked.append(1)
        return len(asked) == 4

    solution = solve(HARD, ENOUGH, cancelled=is_enough)
    assert solution.verdict == "unknown"
    assert solution.nodes < 200_000
    assert len(asked) == 4


def test_asking_whether_it_is_cancelled_changes_nothing() -> None:
    assert solve(HARD, 150_000, cancelled=lambda: False) == solve(HARD, 150_000)


def test_a_win_that_no_player_could_play_is_passed_over_for_one_that_can_be_played() -> None:
    """All three orders first win this deal with a run built on its own end."""
    position = opening(deck_of(sha256(b"agnes census 2026 855").digest()))
    solution = solve(position, 20_000)
    assert solution.verdict == "won"
    assert is_borne_out(position, solution)


def test_a_line_that_does_not_win_is_not_realised() -> None:
    position = opening(DECK)
    assert realised(position, []) is None
    assert realised(position, [3 * 64]) is None


def test_a_line_that_the_rules_refuse_is_not_realised() -> None:
    position = opening(DECK)
    assert realised(position, [0]) is None
    assert realised(position, [3 * 64] * 4) is None

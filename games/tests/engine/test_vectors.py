"""Every line of every vector file, which other implementations are held to as well."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import (
    Deck,
    Position,
    Status,
    legal_moves,
    opening,
    parse_history,
    perft,
    replay,
    status,
)
from games.tests.engine.tables import vectors


@pytest.mark.parametrize("row", vectors("openings.json"), ids=lambda row: row["deck"][:11])
def test_an_opening_agrees(row: dict[str, Any]) -> None:
    deck = Deck.parse(row["deck"])
    assert str(deck) == row["deck"]
    assert str(opening(deck)) == row["position"]


def test_legal_moves_and_statuses_agree() -> None:
    for row in vectors("legal.json"):
        position = Position.parse(row["position"])
        found = (str(position), sorted(map(str, legal_moves(position))), status(position))
        assert found == (row["position"], row["legal"], row["status"])


def test_legal_moves_and_statuses_agree_with_the_stock_hidden() -> None:
    for row in vectors("legal.json"):
        position = Position.parse(row["position"]).hidden()
        found = (sorted(map(str, legal_moves(position))), status(position))
        assert found == (row["legal"], row["status"])


def test_lost_games_agree() -> None:
    for row in vectors("lost.json"):
        assert (row["position"], status(Position.parse(row["position"]))) == (
            row["position"],
            row["status"],
        )


def test_the_lines_of_won_deals_win() -> None:
    won = [row for row in vectors("deals.json") if row["verdict"] == "won"]
    assert len(won) > 50
    for row in won:
        attempt = replay(Deck.parse(row["deck"]), parse_history(row["line"]), ranked=True)
        assert (attempt.status, attempt.ply) == (Status.WON, len(row["line"].split()))


def test_deals_that_are_not_won_have_no_line() -> None:
    for row in vectors("deals.json"):
        assert (row["verdict"] == "won") == bool(row["line"])


def test_positions_in_mid_game_are_read_and_written_as_they_are() -> None:
    for row in vectors("midgame.json"):
        assert str(Position.parse(row["position"])) == row["position"]


def test_a_lost_game_is_never_one_that_can_be_won() -> None:
    for row in vectors("midgame.json"):
        if row["verdict"] == "won":
            assert status(Position.parse(row["position"])) is Status.PLAYING


@pytest.mark.parametrize("number", range(len(vectors("perft.json"))))
def test_perft_counts_agree(number: int) -> None:
    row = vectors("perft.json")[number]
    position = Position.parse(row["position"])
    counts = [perft(position, depth) for depth in range(1, len(row["counts"]) + 1)]
    assert counts == row["counts"]


def test_the_line_of_no_moves_counts_as_one() -> None:
    assert perft(Position.parse(vectors("perft.json")[0]["position"]), 0) == 1

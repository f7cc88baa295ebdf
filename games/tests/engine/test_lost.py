"""R10: a lost game is told exactly, by searching what column-to-column moves reach."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest

from games.engine import Position, is_lost, is_won, legal_moves, opening, play
from games.engine.building import run_length
from games.tests.engine.tables import (
    DECK,
    is_between_columns,
    random_games,
    random_late_positions,
    table,
    vectors,
)


def brute_force_is_lost(position: Position) -> bool:
    """Say what R10 says, with nothing but the legal moves and every arrangement told apart."""
    if position.stock_count or is_won(position):
        return False
    seen, waiting = {position}, [position]
    while waiting:
        reached = waiting.pop()
        for move in legal_moves(reached):
            if not is_between_columns(move):
                return False
            following = play(reached, move)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return True


def test_is_lost_agrees_with_brute_force_on_games_played_by_chance() -> None:
    found = set()
    for positions in random_games(seed=11, count=40):
        for position in positions[-3:]:
            assert (str(position), is_lost(position)) == (
                str(position),
                brute_force_is_lost(position),
            )
            found.add(is_lost(position))
    assert found == {True, False}


def test_is_lost_agrees_with_brute_force_on_tables_laid_by_chance() -> None:
    lost = 0
    for position in random_late_positions(seed=12, count=600):
        if is_lost(position):
            lost += 1
        assert (str(position), is_lost(position)) == (str(position), brute_force_is_lost(position))
    assert lost > 40


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (
            "4 0.2.0.0 QD2H5S9S8H7C6H5C4H3C2DACKDQCJHTC9D8S7H6C5H4S3H2CAHKSQHJSTD/KH9C8DQS7S/"
            "4C3D2SAD/JDTS/9H8C7D6S6DKCJCTH/AS/3S -/-/-/-/-/-/- -/- -",
            True,
        ),
        (
            "8 1.0.1.0 3C4CQC9H8S7D6C5D4S3H2CAHKCQHJSTH9S8D7S6D5C4H3S2DASKDQSJDTS9D/KH5S/2S5HJH/"
            "4D3D/AC7H6S/ADKSQDJCTD9CTC2H/7C6H -/-/-/-/-/-/- -/- -",
            False,
        ),
        (
            "Q 1.0.1.0 8H2SAHKCQDJSTH9S8D7C6H5S4D3S2HASKDQSJDTS9D8C7H6C5D4C3D2CADKS/TD9CJC/7S6D/"
            "9HTCJH/5CKH8S7D/6S5H4SAC/3H2D3C -/-/-/4H/-/-/- -/- -",
            False,
        ),
        (
            "A 0.0.0.2 TCQD8H7C6D5S4H3S2DACKHQCJHTS9D8C7D6C5D4S3H2CAHKSQHJCTH9S/TD9CJS/9H/"
            "QSJD8S7H6SADKC/5C4D3C2H6H/8D7SKD/5H4C3D -/-/-/-/-/-/- -/- -",
            False,
        ),
    ],
    ids=["lost", "saved 1", "saved 2", "saved 3"],
)
def test_a_run_of_all_26_kinds_is_searched_without_taking_twins_for_each_other(
    text: str, lost: bool
) -> None:
    position = Position.parse(text)
    assert max(map(run_length, position.columns)) >= 26
    assert is_lost(position) is lost is brute_force_is_lost(position)


def test_a_game_with_stock_left_is_not_lost() -> None:
    lost = next(row for row in vectors("lost.json") if row["status"] == "lost")
    position = Position.parse(lost["position"])
    held_back = replace(position, reserves=((),) * 7, extras=(None, None), unseen=2)
    assert is_lost(replace(held_back, unseen=0))
    assert not is_lost(held_back)


def test_a_game_is_not_lost_at_its_opening_nor_after_it_is_won() -> None:
    assert not is_lost(opening(DECK))
    assert not is_lost(table("A", "13.13.13.13"))


def test_a_play_several_column_moves_away_saves_the_game() -> None:
    rows = [row for row in vectors("legal.json") if row["status"] == "playing"]
    deep = [
        position
        for position in (Position.parse(row["position"]) for row in rows)
        if not has_other_play(position)
        and not any(has_other_play(play(position, move)) for move in legal_moves(position))
    ]
    assert deep
    assert not any(map(is_lost, deep))


def has_other_play(position: Position) -> bool:
    return not all(map(is_between_columns, legal_moves(position)))


def test_column_moves_alone_do_not_save_a_game() -> None:
    rows = [row for row in vectors("legal.json") if row["status"] == "lost" and row["legal"]]
    assert rows
    assert all(is_lost(Position.parse(row["position"])) for row in rows)


def test_a_hopeless_game_with_a_productive_move_left_is_not_yet_lost() -> None:
    lost = next(row for row in vectors("lost.json") if row["status"] == "lost")
    hopeless = [row for row in vectors("midgame.json") if row["verdict"] == "lost"]
    playing = [Position.parse(row["position"]) for row in hopeless]
    assert is_lost(Position.parse(lost["position"]))
    assert any(not is_lost(position) and not position.stock_count for position in playing)


def test_the_largest_searches_stay_far_below_a_tenth_of_a_second() -> None:
    rows = vectors("lost.json") + vectors("legal.json")
    positions = [Position.parse(row["position"]) for row in rows]
    times = []
    for position in positions:
        start = perf_counter()
        is_lost(position)
        times.append(perf_counter() - start)
    assert max(times) < 0.1

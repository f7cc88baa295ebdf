"""A win and its place on the boards are one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from accounts.errors import Refused
from accounts.tests.asserting import problem_of
from games.models import Game, Standing, Tally
from games.services.boards import player_hide
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest


def stored() -> tuple[dict[int, int], dict[str, tuple[int, int]]]:
    tallies = dict(Tally.objects.values_list("moves", "wins"))
    standings = {row.period: (row.wins, row.moves) for row in Standing.objects.all()}
    return tallies, standings


def test_a_win_writes_its_tally_and_four_standings(
    ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    periods = ("all", "2026", "2026-11", "2026-W49")
    assert stored() == ({88: 1}, dict.fromkeys(periods, (1, 88)))


def test_further_wins_add_up(ann: User, winnable: Contest, clock: Clock) -> None:
    playing.win(ann, winnable, clock.now)
    playing.win(playing.players(1)[0], winnable, clock.now)
    clock.move(days=1)
    playing.win(ann, playing.daily_on(clock.now.date()), clock.now, detours=1)
    assert dict(Tally.objects.filter(contest=winnable).values_list("moves", "wins")) == {88: 2}
    mine = Standing.objects.filter(player=ann)
    assert {row.period: (row.wins, row.moves) for row in mine} == {
        "all": (2, 178),
        "2026": (2, 178),
        "2026-11": (1, 88),
        "2026-12": (1, 90),
        "2026-W49": (2, 178),
    }


@pytest.mark.parametrize("line", [["concede"], ["deal", "deal", "deal"], []])
def test_only_a_win_is_written(ranked: Game, clock: Clock, line: list[str]) -> None:
    playing.play_line(ranked, line, clock.now)
    assert stored() == ({}, {})


def test_a_casual_win_is_written_nowhere(ann: User, clock: Clock) -> None:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    assert playing.play_line(game, playing.WINNING_LINE, clock.now).status == "won"
    assert stored() == ({}, {})


def test_a_retry_of_the_winning_move_counts_nothing_twice(as_ann: APIClient, ranked: Game) -> None:
    for _ in range(3):
        url = f"/api/v1/games/{ranked.pk}/moves"
        assert playing.post_line(as_ann, url, playing.WINNING_LINE).status_code == 200
    assert stored()[0] == {88: 1}


@pytest.mark.parametrize("table", ["games_tally", "games_standing", "games_periodtally"])
def test_a_failure_to_write_the_boards_leaves_the_game_unfinished(
    as_ann: APIClient, ranked: Game, table: str
) -> None:
    def fail(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if table in sql and sql.startswith("INSERT"):
            raise OperationalError("the disk is full")
        return execute(sql, *rest)

    url, line = f"/api/v1/games/{ranked.pk}/moves", playing.WINNING_LINE
    playing.post_line(as_ann, url, line[:-1])
    before = Game.objects.values().get()
    with connection.execute_wrapper(fail):
        problem_of(as_ann.post(url, {"ply": 87, "move": line[-1]}), 503, "unavailable")
    assert Game.objects.values().get() == before
    assert stored() == ({}, {})
    assert as_ann.post(url, {"ply": 87, "move": line[-1]}).json()["status"] == "won"
    call_command("verify_games", "--all")


def test_a_winner_who_lost_the_race_for_the_ply_is_not_counted(
    ann: User, ranked: Game, clock: Clock
) -> None:
    """Both hold the game as it was before the winning move; one of them comes second."""
    playing.play_line(ranked, playing.WINNING_LINE[:-1], clock.now)
    first, second = (Game.objects.select_related("contest", "deal", "player").get() for _ in "12")
    for game in (first, second):
        assert playing.play_line(game, playing.WINNING_LINE[-1:], clock.now).status == "won"
    assert stored()[0] == {88: 1}
    call_command("verify_games", "--all")


def test_an_action_that_lost_the_race_to_another_is_stale(ranked: Game, clock: Clock) -> None:
    first, second = (Game.objects.select_related("contest", "deal", "player").get() for _ in "12")
    playing.play_line(first, ["r6-f"], clock.now)
    with pytest.raises(Refused, match="stale"):
        playing.play_line(second, ["deal"], clock.now)
    assert Game.objects.get().history == "r6-f"


def test_hiding_and_showing_leave_the_standings_alone(
    ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    standings = stored()[1]
    player_hide(player=ann, hidden=True)
    assert stored() == ({88: 0}, standings)
    player_hide(player=ann, hidden=False)
    assert stored() == ({88: 1}, standings)


def test_a_player_deleted_before_the_winning_move_is_refused(
    ann: User, ranked: Game, clock: Clock
) -> None:
    playing.play_line(ranked, playing.WINNING_LINE[:-1], clock.now)
    game = Game.objects.select_related("contest", "deal", "player").get()
    ann.delete()
    with pytest.raises(Refused, match="not_found"):
        playing.play_line(game, playing.WINNING_LINE[-1:], clock.now)

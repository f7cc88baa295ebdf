"""Two at once: on one game, on one start, on one name of a day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command

from conftest import client_of
from games.models import Game, Standing, Tally
from games.services.boards import player_hide
from games.tests import playing

if TYPE_CHECKING:
    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

pytestmark = pytest.mark.django_db(transaction=True)

PLIES = 200


def test_of_two_moves_at_one_ply_one_is_accepted_and_the_other_is_stale(
    ann: User, clock: Clock
) -> None:
    """Rounds in turn: two different moves, then the undo of whichever stands."""
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    url = f"/api/v1/games/{game.pk}/moves"

    def device(move: str) -> Any:
        client = client_of(ann)
        return lambda ply: client.post(url, {"ply": ply, "move": "undo" if ply % 2 else move})

    given = playing.in_lock_step(PLIES, device("r6-f"), device("r1-t6"))
    history = Game.objects.get().history.split()
    assert len(history) == PLIES
    for ply, answers in enumerate(zip(*given, strict=True)):
        codes = sorted(answer.status_code for answer in answers)
        assert codes == ([200, 200] if ply % 2 else [200, 409])
        accepted = next(answer.json() for answer in answers if answer.status_code == 200)
        assert accepted["ply"] == ply + 1
        if ply % 2 == 0:
            refused = next(answer.json() for answer in answers if answer.status_code == 409)
            assert (refused["code"], refused["game"]) == ("stale", accepted)
    assert set(history[::2]) <= {"r6-f", "r1-t6"}
    assert set(history[1::2]) == {"undo"}
    call_command("verify_games", "--all")


def test_the_same_move_twice_at_one_ply_is_taken_once(ann: User, clock: Clock) -> None:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    url = f"/api/v1/games/{game.pk}/moves"
    clients = [client_of(ann) for _ in range(2)]

    def same(number: int) -> Any:
        return lambda ply: clients[number].post(
            url, {"ply": ply, "move": "undo" if ply % 2 else "r6-f"}
        )

    given = playing.in_lock_step(50, same(0), same(1))
    assert {answer.status_code for answers in given for answer in answers} == {200}
    assert Game.objects.get().history.split() == ["r6-f", "undo"] * 25
    call_command("verify_games", "--all")


def test_a_win_sent_twice_at_once_counts_once(
    ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    urls = [
        f"/api/v1/games/{playing.ranked_game(player, winnable, clock.now).pk}/moves"
        for player in (ann, ann, bob, bob)
    ]
    clients = [client_of(player) for player in (ann, ann, bob, bob)]
    workers = [
        lambda _, client=client, url=url: playing.post_line(client, url, playing.WINNING_LINE)
        for client, url in zip(clients, urls, strict=True)
    ]
    given = playing.in_lock_step(1, *workers)
    assert [answers[0].status_code for answers in given] == [200] * 4
    assert Tally.objects.get().wins == 2
    assert set(Standing.objects.values_list("wins", flat=True)) == {1}
    call_command("verify_games", "--all")


def test_a_daily_started_twice_at_once_is_one_game(ann: User, winnable: Contest) -> None:
    clients = [client_of(ann) for _ in range(4)]
    workers = [
        lambda _, client=client: client.post("/api/v1/daily/today/game") for client in clients
    ]
    answers = [given[0] for given in playing.in_lock_step(1, *workers)]
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert {answer.json()["id"] for answer in answers} == {Game.objects.get().pk}


def test_a_player_hidden_while_winning_leaves_the_tally_exact(
    ann: User, winnable: Contest, clock: Clock
) -> None:
    url = f"/api/v1/games/{playing.ranked_game(ann, winnable, clock.now).pk}/moves"
    client = client_of(ann)

    def wins(_: int) -> Any:
        return playing.post_line(client, url, playing.WINNING_LINE)

    playing.in_lock_step(1, wins, lambda _: player_hide(player=ann, hidden=True))
    assert Game.objects.get().status == "won"
    assert not Tally.objects.filter(wins__gt=0).exists()
    call_command("verify_games", "--all")

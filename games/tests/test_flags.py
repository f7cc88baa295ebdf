"""Equal histories of one contest: flagged when it is settled, looked at by a moderator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from accounts.services.guests import guest_create
from games import jobs
from games.models import Contest, Flag, Game
from games.services.boards import player_hide
from games.services.flags import histories_compare
from games.services.players import player_delete
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client
    from rest_framework.test import APIClient

    from conftest import Clock

FLAGS = "/admin/games/flag/"


@pytest.fixture
def settle(winnable: Contest, clock: Clock) -> Callable[[], int]:
    """Let the day settle, compare, and tell how many flags are new."""

    def settle() -> int:
        clock.now = winnable.settles_at
        return histories_compare(now=clock.move(minutes=1))

    return settle


@pytest.fixture
def moderator(client: Client, db: None) -> Client:
    player = User.objects.create_user("moderator", is_staff=True)
    rights = ("view_flag", "change_flag")
    player.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(player)
    return client


@pytest.fixture
def flag(ann: User, bob: User, winnable: Contest, clock: Clock, settle: Callable[[], int]) -> Flag:
    """Ann and Bob have won in the very same way."""
    playing.win(ann, winnable, clock.now)
    playing.win(bob, winnable, clock.move(minutes=9))
    settle()
    return Flag.objects.get()


def flagged() -> list[list[str]]:
    flags = Flag.objects.order_by("pk")
    return [[g.player.username for g in flag.games.order_by("finished_at", "pk")] for flag in flags]


def test_wins_with_one_history_are_flagged(flag: Flag, winnable: Contest, clock: Clock) -> None:
    assert flagged() == [["ann", "bob"]]
    assert (flag.contest, flag.reason, flag.state) == (winnable, "equal_histories", "open")
    assert flag.at == clock.now
    assert 54 <= flag.choices <= playing.WIN_MOVES


def test_each_history_has_a_flag_of_its_own_and_a_single_one_none(
    winnable: Contest, clock: Clock, settle: Callable[[], int]
) -> None:
    for player, detours in zip(playing.players(6), (0, 1, 0, 1, 2, 0), strict=True):
        playing.win(player, winnable, clock.move(minutes=1), detours)
    assert settle() == 2
    assert sorted(flagged()) == [["player1", "player3", "player6"], ["player2", "player4"]]


def test_histories_that_differ_in_one_move_are_not_equal(
    ann: User, bob: User, winnable: Contest, clock: Clock, settle: Callable[[], int]
) -> None:
    playing.win(ann, winnable, clock.now)
    swapped = ["r1-t6", "r6-f", *playing.WINNING_LINE[2:]]
    playing.play_line(playing.ranked_game(bob, winnable, clock.now), swapped, clock.now)
    assert settle() == 0


def test_equal_games_that_were_not_won_or_are_of_other_days_are_not_flagged(
    ann: User, bob: User, winnable: Contest, clock: Clock, settle: Callable[[], int]
) -> None:
    for player in (ann, bob):
        game = playing.ranked_game(player, winnable, clock.now)
        playing.play_line(game, ["r6-f", "deal", "concede"], clock.now)
    clock.move(days=-1)
    day_before = playing.daily_on(clock.now.date())
    playing.win(ann, day_before, clock.now)
    playing.win(playing.players(1)[0], winnable, clock.move(days=1))
    assert settle() == 0
    assert not Contest.objects.filter(compared_at=None).exists()


def test_a_guests_and_a_hidden_players_wins_are_compared_too(
    ann: User, bob: User, winnable: Contest, clock: Clock, settle: Callable[[], int]
) -> None:
    guest = guest_create()
    for player in (guest, ann, bob):
        playing.win(player, winnable, clock.move(minutes=1))
    player_hide(player=bob, hidden=True)
    settle()
    assert flagged() == [[guest.username, "ann", "bob"]]


def test_nothing_is_flagged_before_the_contest_is_settled(
    ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    for moment in (clock.now, winnable.closes_at, winnable.settles_at):
        assert histories_compare(now=moment) == 0
    assert not Flag.objects.exists()
    assert Contest.objects.get().compared_at is None


def test_comparing_again_changes_nothing(flag: Flag, clock: Clock) -> None:
    before = Flag.objects.values().get()
    Flag.objects.update(state="dismissed")
    clock.move(days=1)
    assert histories_compare(now=clock.now) == 0
    Contest.objects.update(compared_at=None)
    assert histories_compare(now=clock.now) == 0
    assert Flag.objects.values().get() == {**before, "state": "dismissed"}
    assert flagged() == [["ann", "bob"]]


@pytest.mark.django_db(transaction=True)
def test_two_who_compare_at_once_make_one_flag(
    ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    clock.now = winnable.settles_at
    clock.move(minutes=1)
    found = playing.in_lock_step(1, *[lambda n: histories_compare(now=clock.now)] * 2)
    assert sorted(found) == [[0], [1]]
    assert flagged() == [["ann", "bob"]]


def test_the_command_says_how_many(
    ann: User, bob: User, winnable: Contest, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    clock.move(days=3)
    for number in (1, 0):
        call_command("compare_histories")
        assert capsys.readouterr().out == f"flagged {number} histories\n"


def test_a_worker_compares_a_contest_once(
    queue: None, ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    def jobs_queued() -> int:
        return DBTaskResult.objects.filter(task_path=jobs.histories_compare.module_path).count()

    for player in (ann, bob):
        playing.win(player, winnable, clock.now)
    jobs.keep_house(now=clock.now)
    assert jobs_queued() == 0
    clock.now = winnable.settles_at
    jobs.keep_house(now=clock.move(minutes=1))
    assert jobs_queued() == 1
    jobs.histories_compare.func()
    assert flagged() == [["ann", "bob"]]
    DBTaskResult.objects.all().delete()
    jobs.keep_house(now=clock.now)
    assert jobs_queued() == 0


def test_nothing_follows_from_a_flag_by_itself(flag: Flag, api: APIClient) -> None:
    board = api.get("/api/v1/daily/2026-11-30/leaderboard").json()
    assert [row["player"] for row in board["results"]] == ["ann", "bob"]
    assert not User.objects.filter(is_hidden=True).exists()


def test_a_deleted_players_game_leaves_the_flag(flag: Flag, bob: User) -> None:
    player_delete(player=bob)
    assert flagged() == [["ann"]]


def test_who_is_flagged_finds_it_in_the_export(flag: Flag, as_ann: APIClient, clock: Clock) -> None:
    said = {"contest": "daily:2026-11-30", "reason": "equal_histories", "state": "open"}
    at = f"{clock.now:%Y-%m-%dT%H:%M:%SZ}"
    assert as_ann.get("/api/v1/me/export").json()["flags"] == [{**said, "at": at}]


# -- The moderator's pages


def act(client: Client, action: str, flag: Flag) -> Any:
    return client.post(FLAGS, {"action": action, "_selected_action": [flag.pk]})


def test_the_page_of_a_flag_leads_to_both_histories_and_players(
    moderator: Client, flag: Flag
) -> None:
    assert "ann, bob" in moderator.get(FLAGS).content.decode()
    page = moderator.get(f"{FLAGS}{flag.pk}/change/").content.decode()
    for game in Game.objects.all():
        assert f'href="/games/{game.pk}/history"' in page
        assert f'href="/admin/accounts/user/{game.player_id}/change/"' in page
    assert f'<div class="readonly">{flag.choices}</div>' in page


@pytest.mark.parametrize(
    ("action", "state"), [("dismiss", "dismissed"), ("uphold", "upheld"), ("reopen", "open")]
)
def test_a_moderators_decision_is_kept_and_noted_down(
    moderator: Client, flag: Flag, action: str, state: str
) -> None:
    act(moderator, action, flag)
    flag.refresh_from_db()
    assert flag.state == state
    noted = LogEntry.objects.get()
    assert (noted.user.get_username(), noted.object_id) == ("moderator", str(flag.pk))
    assert state in noted.change_message
    assert not User.objects.filter(is_hidden=True).exists()


def test_staff_who_may_only_look_do_not_decide(client: Client, flag: Flag) -> None:
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_flag"))
    client.force_login(looker)
    assert "ann, bob" in client.get(FLAGS).content.decode()
    act(client, "uphold", flag)
    flag.refresh_from_db()
    assert flag.state == "open"


def test_flags_are_not_written_by_hand(moderator: Client, flag: Flag) -> None:
    before = Flag.objects.values().get()
    assert moderator.get(f"{FLAGS}add/").status_code == 403
    assert moderator.post(f"{FLAGS}{flag.pk}/change/", {"state": "upheld"}).status_code == 403
    assert moderator.post(f"{FLAGS}{flag.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Flag.objects.values().get() == before

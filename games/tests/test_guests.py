"""Guests whom somebody else is after at the same moment, and guests nobody will see again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from accounts.errors import Refused
from accounts.models import PlayerSession, User
from accounts.services.guests import guest_create
from accounts.services.players import player_update
from accounts.services.tokens import token_create
from accounts.tests.mailing import ASKER
from games.models import Game, Standing, Tally
from games.services.boards import player_hide
from games.services.guests import guest_join, guest_merge, guests_forget
from games.tests import playing

if TYPE_CHECKING:
    from conftest import Clock
    from games.models import Contest

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 8
LAST = playing.WINNING_LINE[-1:]


def nearly_won(contest: Contest, clock: Clock) -> Game:
    """A guest's ranked game with one move to the win."""
    game = playing.ranked_game(guest_create(), contest, clock.now)
    return playing.play_line(game, playing.WINNING_LINE[:-1], clock.now)


def named(guest: User, name: str) -> User:
    guest.username, guest.password = name, make_password("correct horse battery")
    return guest


def outcome(work: Any) -> str:
    """What became of it: `done`, or the code of its refusal."""
    try:
        work()
    except Refused as refusal:
        return refusal.code
    except ValidationError:
        return "invalid"
    return "done"


def all_wins() -> int:
    return sum(Tally.objects.values_list("wins", flat=True))


def test_a_win_and_a_sign_up_at_one_moment_count_once(winnable: Contest, clock: Clock) -> None:
    games = [nearly_won(winnable, clock) for _ in range(ROUNDS)]

    def win(n: int) -> str:
        return outcome(lambda: playing.play_line(games[n], LAST, clock.now))

    def join(n: int) -> str:
        guest = User.objects.get(pk=games[n].player_id)
        return outcome(lambda: guest_join(guest=named(guest, f"player{n}")))

    given = playing.in_lock_step(ROUNDS, win, join)
    assert given == [["done"] * ROUNDS, ["done"] * ROUNDS]
    assert all_wins() == ROUNDS
    assert not User.objects.filter(is_hidden=True).exists()
    call_command("verify_games", "--all")


def test_a_win_and_a_sign_in_at_one_moment_count_once_or_not_at_all(
    winnable: Contest, clock: Clock
) -> None:
    games = [nearly_won(winnable, clock) for _ in range(ROUNDS)]
    accounts = playing.players(ROUNDS)

    def win(n: int) -> str:
        return outcome(lambda: playing.play_line(games[n], LAST, clock.now))

    def merge(n: int) -> str:
        guest = User.objects.get(pk=games[n].player_id)
        return outcome(lambda: guest_merge(guest=guest, player=accounts[n]))

    wins, merges = playing.in_lock_step(ROUNDS, win, merge)
    assert merges == ["done"] * ROUNDS
    assert set(wins) <= {"done", "not_found"}
    assert all_wins() == wins.count("done")
    assert Game.objects.filter(player__in=accounts).count() == ROUNDS
    call_command("verify_games", "--all")


def test_of_two_sign_ups_of_one_guest_one_is_made(winnable: Contest, clock: Clock) -> None:
    guests = [playing.win(guest_create(), winnable, clock.now).player for _ in range(ROUNDS)]

    def join(letter: str) -> Any:
        def at(n: int) -> str:
            guest = User.objects.get(pk=guests[n].pk)
            return outcome(lambda: guest_join(guest=named(guest, f"player{letter}{n}")))

        return at

    given = playing.in_lock_step(ROUNDS, join("a"), join("b"))
    for answers in zip(*given, strict=True):
        assert sorted(answers) == ["done", "not_found"]
    assert all_wins() == ROUNDS
    call_command("verify_games", "--all")


def test_of_two_guests_who_take_one_name_one_gets_it(winnable: Contest, clock: Clock) -> None:
    guests = [[guest_create() for _ in range(ROUNDS)] for _ in range(2)]

    def join(row: list[User]) -> Any:
        return lambda n: outcome(lambda: guest_join(guest=named(row[n], f"player{n}")))

    for answers in zip(*playing.in_lock_step(ROUNDS, *map(join, guests)), strict=True):
        assert sorted(answers) == ["done", "invalid"]
    assert User.objects.filter(is_guest=True, is_hidden=True).count() == ROUNDS


def test_a_sign_in_and_a_ranked_start_of_the_account_leave_one_game(
    winnable: Contest, clock: Clock
) -> None:
    won = [playing.win(guest_create(), winnable, clock.now) for _ in range(ROUNDS)]
    accounts = playing.players(ROUNDS)

    def merge(n: int) -> str:
        return outcome(lambda: guest_merge(guest=won[n].player, player=accounts[n]))

    def start(n: int) -> str:
        return outcome(lambda: playing.ranked_game(accounts[n], winnable, clock.now))

    given = playing.in_lock_step(ROUNDS, merge, start)
    assert given == [["done"] * ROUNDS, ["done"] * ROUNDS]
    assert sorted(Game.objects.values_list("player", flat=True)) == [row.pk for row in accounts]
    assert all_wins() == Game.objects.filter(status="won").count()
    call_command("verify_games", "--all")


def test_of_two_sign_ins_of_one_guest_one_gets_the_games(winnable: Contest, clock: Clock) -> None:
    won = [playing.win(guest_create(), winnable, clock.now) for _ in range(ROUNDS)]
    accounts = playing.players(2 * ROUNDS)
    left, right = accounts[:ROUNDS], accounts[ROUNDS:]

    def merge(accounts: list[User]) -> Any:
        return lambda n: guest_merge(guest=won[n].player, player=accounts[n])

    for answers in zip(*playing.in_lock_step(ROUNDS, merge(left), merge(right)), strict=True):
        assert sorted(answers) == [False, True]
    assert Game.objects.count() == all_wins() == ROUNDS
    call_command("verify_games", "--all")


# -- Being a guest


def test_a_guest_who_has_signed_up_meanwhile_is_not_merged_away(ann: User, clock: Clock) -> None:
    guest = playing.casual_game(guest_create(), playing.WINNABLE, clock.now).player
    guest_join(guest=named(User.objects.get(pk=guest.pk), "carol"))
    assert not guest_merge(guest=guest, player=ann)
    assert Game.objects.get().player.username == "carol"


def test_a_win_given_to_a_player_who_has_just_been_hidden_stays_off_the_boards(
    ann: User, winnable: Contest, clock: Clock
) -> None:
    guest = playing.win(guest_create(), winnable, clock.now).player
    player_hide(player=User.objects.get(pk=ann.pk), hidden=True)
    assert guest_merge(guest=guest, player=ann)
    assert all_wins() == 0
    call_command("verify_games", "--all")


def test_a_guest_is_given_neither_token_nor_address() -> None:
    guest = guest_create()
    assert outcome(lambda: token_create(player=guest)) == "forbidden"
    assert (
        outcome(lambda: player_update(player=guest, email="a@example.org", asker=ASKER))
        == "forbidden"
    )


def test_the_staff_cannot_show_a_guest_on_the_boards(winnable: Contest, clock: Clock) -> None:
    guest = playing.win(guest_create(), winnable, clock.now).player
    player_hide(player=guest, hidden=False)
    assert guest.is_hidden
    assert all_wins() == 0
    assert Standing.objects.exists()


# -- Going


def test_guests_who_never_acted_are_forgotten_after_a_day(clock: Clock) -> None:
    Client().post("/games/new")
    assert guests_forget(now=clock.move(hours=23)) == 0
    assert guests_forget(now=clock.move(hours=2)) == 1
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert not PlayerSession.objects.exists()


def test_a_guest_who_has_acted_is_kept_as_long_as_the_session(clock: Clock) -> None:
    Client().post("/games/new")
    playing.play_line(Game.objects.select_related("deal").get(), ["deal"], clock.now)
    assert guests_forget(now=clock.move(days=80)) == 0
    assert guests_forget(now=clock.move(days=20)) == 1


def test_an_account_is_never_forgotten(ann: User, clock: Clock) -> None:
    clock.move(days=1000)
    call_command("forget_guests")
    assert list(User.objects.all()) == [ann]


def test_a_guest_who_signs_up_while_the_house_is_cleaned_is_kept_or_gone(clock: Clock) -> None:
    guests = [guest_create() for _ in range(ROUNDS)]
    User.objects.update(date_joined=clock.now - timedelta(days=3))

    def join(n: int) -> str:
        return outcome(lambda: guest_join(guest=named(guests[n], f"player{n}")))

    joined, _ = playing.in_lock_step(ROUNDS, join, lambda n: guests_forget(now=clock.now))
    assert set(joined) <= {"done", "not_found"}
    assert User.objects.filter(is_guest=False).count() == joined.count("done")
    assert not User.objects.filter(is_guest=True).exists()

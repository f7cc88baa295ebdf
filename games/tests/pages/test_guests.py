"""Guests: play at once, sign up or in later, and keep what was played, once."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import ApiToken, PlayerSession, User
from conftest import PASSWORD
from games.models import Game, Standing, Tally
from games.services.guests import guest_join
from games.tests import playing
from games.tests.pages.reading import html, link, rows, words

if TYPE_CHECKING:
    from conftest import Clock
    from games.models import Contest

DAY = "/daily/2026-11-30"
SIGN_UP, SIGN_IN = "/accounts/signup/", "/accounts/login/"
FORM = {"username": "Clara", "password1": PASSWORD, "password2": PASSWORD}
KEYS = {"username": "ann", "password": PASSWORD}


def guest_of(client: Client) -> User:
    return User.objects.get(pk=client.session["_auth_user_id"])


def won_by_a_guest(client: Client, clock: Clock) -> Game:
    """The daily, started from the home page by somebody nobody knows, and won."""
    client.post("/daily/today/play")
    game = Game.objects.get(player=guest_of(client))
    return playing.play_line(game, playing.WINNING_LINE, clock.now)


def wins_on_the_boards() -> tuple[int, list[tuple[str, int]]]:
    """Wins in the tallies, and names with their wins of all time."""
    standings = Standing.objects.filter(period="all").values_list("player__username", "wins")
    return sum(Tally.objects.values_list("wins", flat=True)), sorted(standings)


@pytest.fixture(autouse=True)
def _everything_recounts(db: None) -> object:
    """Whatever a test does, ranks and standings equal a recount afterwards."""
    yield
    call_command("verify_games", "--all")


# -- Playing


@pytest.mark.parametrize("address", ["/daily/today/play", "/games/new"])
def test_nobody_plays_at_once_and_is_a_guest_from_then_on(
    nobody: Client, winnable: Contest, address: str
) -> None:
    answer = nobody.post(address)
    game, guest = Game.objects.get(), User.objects.get()
    assert answer["Location"] == f"/games/{game.pk}"
    assert game.player == guest == guest_of(nobody)
    assert guest.is_guest
    assert guest.is_hidden
    assert not guest.has_usable_password()
    guest.full_clean(exclude=["password"])
    assert nobody.get(f"/games/{game.pk}").status_code == 200
    assert nobody.post(address).status_code == 302
    assert User.objects.count() == 1


def test_a_guest_plays_through_the_api_with_the_session(nobody: Client, winnable: Contest) -> None:
    nobody.post("/daily/today/play")
    path = f"/api/v1/games/{Game.objects.get().pk}/moves"
    answer = nobody.post(path, {"ply": 0, "move": "deal"}, "application/json")
    assert (answer.status_code, answer.json()["ply"]) == (200, 1)


def test_looking_around_makes_no_guest(nobody: Client, winnable: Contest) -> None:
    for address in ["/", "/daily", DAY, "/games", "/me", SIGN_UP, SIGN_IN, "/leaderboards/all"]:
        nobody.get(address)
    nobody.head("/")
    assert not User.objects.exists()
    assert not PlayerSession.objects.exists()


def test_a_program_without_our_forms_makes_no_guest(winnable: Contest) -> None:
    program = Client(enforce_csrf_checks=True)
    assert program.post("/daily/today/play").status_code == 403
    assert program.post("/games/new").status_code == 403
    assert program.post("/api/v1/games", {}, "application/json").status_code == 401
    assert not User.objects.exists()


def test_a_game_that_cannot_start_makes_no_guest(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    assert nobody.post("/games/new", {"daily": "2026-11-30"}).status_code == 403
    assert nobody.post("/daily/2026-12-01/play").status_code == 404
    clock.move(days=1)
    assert nobody.post(f"{DAY}/play")["Location"] == DAY
    assert not User.objects.exists()


def test_one_address_makes_so_many_guests_and_no_more(winnable: Contest) -> None:
    answers = [Client().post("/games/new", REMOTE_ADDR="192.0.2.7") for _ in range(61)]
    assert [answer.status_code for answer in answers] == [302] * 60 + [429]
    assert 0 < int(answers[-1]["Retry-After"]) <= 3600
    assert "Too many requests" in answers[-1].content.decode()
    assert User.objects.count() == 60
    assert Client().post("/games/new", REMOTE_ADDR="192.0.2.8").status_code == 302


# -- Being a guest


def test_a_guest_stands_on_no_board(nobody: Client, winnable: Contest, clock: Clock) -> None:
    game = won_by_a_guest(nobody, clock)
    assert rows(html(nobody, f"{DAY}/leaderboard")) == []
    assert rows(html(nobody, "/leaderboards/all")) == []
    assert "Players 0" in words(html(nobody, "/"))
    assert link(html(nobody, "/"), "Sign up") == SIGN_UP
    said = f"You won it in {playing.WIN_MOVES} moves. Sign up and stand on the board"
    assert said in words(html(nobody, "/"))
    assert nobody.get(f"/players/{game.player}").status_code == 404
    assert nobody.get(f"/api/v1/players/{game.player}").status_code == 404


def test_a_guests_history_names_nobody(nobody: Client, winnable: Contest, clock: Clock) -> None:
    game = won_by_a_guest(nobody, clock)
    clock.move(days=2)
    assert "played by a guest" in words(html(Client(), f"/games/{game.pk}/history"))


def test_a_guest_makes_no_token_and_gives_no_address(
    nobody: Client, bob: User, winnable: Contest
) -> None:
    nobody.post("/games/new")
    guest = guest_of(nobody)
    keys = {"username": guest.username, "password": guest.password}
    assert nobody.post("/api/v1/tokens", keys, "application/json").status_code == 401
    answer = nobody.patch("/api/v1/me", {"email": "a@example.org"}, "application/json")
    assert answer.status_code == 403
    assert not ApiToken.objects.exists()
    assert guest_of(nobody).email == ""


def test_a_guest_is_told_what_may_become_of_the_games(nobody: Client, winnable: Contest) -> None:
    nobody.post("/games/new")
    page = html(nobody, "/me")
    assert link(page, "Sign up and keep my games") == SIGN_UP
    assert link(page, "I have an account") == SIGN_IN
    assert nobody.get(SIGN_UP).status_code == 200
    assert nobody.get(SIGN_IN).status_code == 200
    assert nobody.get("/accounts/password/reset/").status_code == 200
    assert nobody.get("/accounts/password/change/").status_code == 302
    assert guest_of(nobody).is_guest


def test_a_guest_may_leave_no_trace(nobody: Client, winnable: Contest, clock: Clock) -> None:
    won_by_a_guest(nobody, clock)
    assert nobody.post("/me/delete")["Location"] == "/"
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert not PlayerSession.objects.exists()


# -- Signing up


def test_who_signs_up_keeps_the_games_and_enters_the_boards_once(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    game = won_by_a_guest(nobody, clock)
    nobody.post("/games/new")
    assert wins_on_the_boards() == (0, [(game.player.username, 1)])
    answer = nobody.post(SIGN_UP, {**FORM, "email": "Clara@Example.org"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    player = User.objects.get()
    assert (player.pk, player.username, player.email) == (
        game.player_id,
        "Clara",
        "clara@example.org",
    )
    assert (player.is_guest, player.is_hidden) == (False, False)
    assert player.check_password(PASSWORD)
    assert Game.objects.filter(player=player).count() == 2
    assert wins_on_the_boards() == (1, [("Clara", 1)])
    assert rows(html(nobody, f"{DAY}/leaderboard")) == [
        f"1 Clara (you) new player {playing.WIN_MOVES} 0 30 Nov, 12:00"
    ]


def test_the_session_is_another_after_the_sign_up(nobody: Client, winnable: Contest) -> None:
    nobody.post("/games/new")
    before = nobody.cookies["sessionid"].value
    nobody.post(SIGN_UP, FORM)
    assert nobody.cookies["sessionid"].value != before
    assert not PlayerSession.objects.filter(session_key=before).exists()
    old = Client()
    old.cookies["sessionid"] = before
    assert old.get("/me").status_code == 302


def test_a_game_begun_as_a_guest_is_won_as_a_player(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    nobody.post("/daily/today/play")
    nobody.post(SIGN_UP, FORM)
    game = Game.objects.select_related("player", "deal", "contest").get()
    playing.play_line(game, playing.WINNING_LINE, clock.now)
    assert wins_on_the_boards() == (1, [("Clara", 1)])


def test_a_sign_up_that_is_refused_changes_nothing(
    nobody: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = won_by_a_guest(nobody, clock)
    for change in ({"username": "ANN"}, {"password2": "another"}):
        assert nobody.post(SIGN_UP, {**FORM, **change}).status_code == 200
    assert guest_of(nobody) == game.player
    assert wins_on_the_boards() == (0, [(game.player.username, 1)])


def test_a_name_taken_in_the_same_moment_leaves_the_guest_a_guest(
    nobody: Client, ann: User, winnable: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody.post("/games/new")
    monkeypatch.setattr("allauth.account.forms.SignupForm.clean_username", lambda form: "Ann")
    answer = nobody.post(SIGN_UP, FORM, follow=True)
    assert "A player with that name already exists." in answer.content.decode()
    assert guest_of(nobody).is_guest


def test_a_guest_who_has_just_signed_up_elsewhere_is_asked_again(
    nobody: Client, winnable: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody.post("/games/new")
    guest = guest_of(nobody)

    def sign_up_elsewhere_first(guest: User) -> None:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
        guest_join(guest=guest)

    monkeypatch.setattr("games.views.pages.signing.guest_join", sign_up_elsewhere_first)
    assert nobody.post(SIGN_UP, FORM)["Location"] == SIGN_UP
    assert User.objects.get().username == guest.username


# -- Signing in


def test_who_signs_in_gets_the_games_and_the_guest_is_gone(
    nobody: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = won_by_a_guest(nobody, clock)
    nobody.post("/games/new")
    before = nobody.cookies["sessionid"].value
    answer = nobody.post(SIGN_IN, {"login": "ann", "password": PASSWORD}, follow=True)
    assert "What you played as a guest is yours now." in answer.content.decode()
    assert nobody.cookies["sessionid"].value != before
    assert list(User.objects.all()) == [ann]
    assert Game.objects.filter(player=ann).count() == 2
    assert wins_on_the_boards() == (1, [("ann", 1)])
    assert f"/games/{game.pk}" in html(nobody, "/games")


def test_a_day_that_the_account_has_played_stays_as_the_account_played_it(
    nobody: Client, ann: User, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    won_by_a_guest(nobody, clock)
    nobody.post("/games/new")
    nobody.post(SIGN_IN, {"login": "ann", "password": PASSWORD})
    assert list(Game.objects.filter(contest=winnable)) == [ranked]
    assert Game.objects.filter(player=ann, contest=None).count() == 1
    assert wins_on_the_boards() == (0, [])


def test_days_go_along_one_by_one(
    nobody: Client, ann: User, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    won_by_a_guest(nobody, clock)
    clock.move(days=1)
    playing.daily_on(date(2026, 12, 1))
    won_by_second_day = nobody.post("/daily/today/play")
    assert won_by_second_day.status_code == 302
    second = Game.objects.get(contest__date=date(2026, 12, 1))
    playing.play_line(second, playing.WINNING_LINE, clock.now)
    nobody.post(SIGN_IN, {"login": "ann", "password": PASSWORD})
    assert set(Game.objects.values_list("pk", "player")) == {
        (ranked.pk, ann.pk),
        (second.pk, ann.pk),
    }
    assert wins_on_the_boards() == (1, [("ann", 1)])


def test_a_win_given_to_a_hidden_account_stays_off_the_board(
    nobody: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    User.objects.update(is_hidden=True)
    won_by_a_guest(nobody, clock)
    nobody.post(SIGN_IN, {"login": "ann", "password": PASSWORD})
    assert wins_on_the_boards() == (0, [("ann", 1)])


def test_a_wrong_password_leaves_the_guest_a_guest(
    nobody: Client, ann: User, winnable: Contest
) -> None:
    nobody.post("/games/new")
    nobody.post(SIGN_IN, {"login": "ann", "password": "a guess"})
    assert guest_of(nobody).is_guest
    assert not Game.objects.filter(player=ann).exists()


def test_two_sign_ups_with_one_session_are_one_player(nobody: Client, winnable: Contest) -> None:
    nobody.post("/games/new")
    stale = Client()
    stale.cookies["sessionid"] = nobody.cookies["sessionid"].value
    nobody.post(SIGN_UP, FORM)
    assert stale.post(SIGN_UP, {**FORM, "username": "Clara2"}).status_code == 302
    assert Game.objects.get().player.username == "Clara"

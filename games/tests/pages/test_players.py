"""A player's profile, and my account."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from accounts.models import User
from accounts.services.tokens import token_create
from conftest import PASSWORD
from games.tests import playing
from games.tests.pages.reading import html, rows, words

if TYPE_CHECKING:
    from django.test import Client

    from conftest import Clock
    from games.models import Contest


def test_a_profile_without_a_game_is_empty(nobody: Client, ann: User) -> None:
    said = words(html(nobody, "/players/ann"))
    assert "No daily deal played yet." in said
    assert "Played 0 Won 0" in said


def test_a_profile_shows_figures_and_no_address(
    nobody: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    page = html(nobody, "/players/ann")
    figures = f"Played 1 Won 1 Won in a row 1 Longest row 1 Moves per win {playing.WIN_MOVES}.0"
    assert figures in words(page)
    assert ann.email not in page


def test_my_account_names_my_tokens_without_their_secrets(ann_looks: Client, ann: User) -> None:
    _, secret = token_create(player=ann, name="robot")
    page = html(ann_looks, "/me")
    assert "robot" in page
    assert secret not in page


def test_an_account_goes_with_its_password_only(ann_looks: Client, ann: User) -> None:
    kept = ann_looks.post("/me/delete", {"password": "a guess"}, follow=True)
    assert "Nothing was deleted." in kept.content.decode()
    assert User.objects.filter(pk=ann.pk).exists()
    gone = ann_looks.post("/me/delete", {"password": PASSWORD})
    assert gone["Location"] == "/"
    assert not User.objects.filter(pk=ann.pk).exists()
    assert ann_looks.get("/me").status_code == 302


def test_guessing_at_the_password_is_stopped(ann_looks: Client, ann: User) -> None:
    for _ in range(10):
        ann_looks.post("/me/delete", {"password": "a guess"})
    answer = ann_looks.post("/me/delete", {"password": PASSWORD}, follow=True)
    assert "Too many attempts" in answer.content.decode()
    assert User.objects.filter(pk=ann.pk).exists()


def test_a_profile_draws_the_wins_and_lists_them(nobody: Client, ann: User, clock: Clock) -> None:
    for day in (29, 30):
        contest = playing.daily_on(date(2026, 11, day))
        playing.win(ann, contest, contest.opens_at, detours=day - 29)
    page = html(nobody, "/players/ann")
    moves = playing.WIN_MOVES
    figures = f"{moves} at the fewest, {moves + 2} at the most, {moves + 1}.0 on average"
    assert f"Moves per win, the latest 2 wins: {figures}" in words(page)
    assert rows(page) == [f"30 Nov 2026 {moves + 2}", f"29 Nov 2026 {moves}"]
    assert page.count("<circle") == 2


def test_a_profile_with_one_win_promises_a_picture(
    nobody: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    playing.win(ann, winnable, clock.now)
    assert "From the second win on" in words(html(nobody, "/players/ann"))

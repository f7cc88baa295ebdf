"""A player's profile, and my account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import User
from accounts.services import token_create
from conftest import PASSWORD
from games.tests import playing
from games.tests.pages.reading import html, words

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

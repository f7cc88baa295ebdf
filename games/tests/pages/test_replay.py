"""A game looked back at without a module: one position to an address, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.models import Review
from games.services.reviews import review_compute
from games.tests import playing
from games.tests.pages.reading import html, words

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from conftest import Clock
    from games.models import Game

LOSABLE_BY_A_CHOICE = 301
LINE = ["deal", "r2-t6", "concede"]


@pytest.fixture
def turned(ann: User, clock: Clock) -> Game:
    """A casual game of Ann's that its second move lost."""
    begun = playing.casual_game(ann, LOSABLE_BY_A_CHOICE, clock.now)
    return playing.play_line(begun, LINE, clock.now)


def cards(page: str, pile: str) -> list[str]:
    """The cards of a pile, bottom to top."""
    found = re.search(rf'<div [^>]*data-pile="{pile}"(.*?)</div>', page, re.DOTALL)
    assert found
    return re.findall(r'data-card="(\w\w)"', found[1])


def said(page: str) -> str:
    found = re.search(r'<p class="said".*?</p>', page, re.DOTALL)
    assert found
    return words(found[0]).strip()


def current(page: str) -> list[str]:
    return re.findall(r'<tr id="ply-(\d+)"[^>]*aria-current="true"', page)


def test_an_address_draws_the_position_it_names(ann_looks: Client, turned: Game) -> None:
    page = html(ann_looks, f"/games/{turned.pk}/history?ply=1")
    assert said(page) == "1 of 3: a card dealt to each reserve"
    assert [len(cards(page, f"r{number}")) for number in range(1, 8)] == [2] * 7
    assert len(cards(page, "t7")) == 7
    assert current(page) == ["1"]
    assert 'aria-label="One action back"' in page
    assert re.findall(r'data-step="\w+" href="\?ply=(\d)#history"', page) == ["0", "0", "2", "3"]


def test_what_the_move_has_brought_is_marked(ann_looks: Client, turned: Game) -> None:
    def marked(ply: int) -> list[str]:
        page = html(ann_looks, f"/games/{turned.pk}/history?ply={ply}")
        return re.findall(r'class="card \w+ suit-\w moved" data-card="(\w\w)"', page)

    dealt = html(ann_looks, f"/games/{turned.pk}/history?ply=1")
    assert marked(1) == [cards(dealt, f"r{number}")[-1] for number in range(1, 8)]
    assert marked(2) == [cards(dealt, "r2")[-1]]
    assert marked(0) == marked(3) == []


def test_an_undo_marks_what_it_puts_back_and_not_what_it_lays_bare(
    ann: User, ann_looks: Client, clock: Clock
) -> None:
    begun = playing.casual_game_on_own_deck(ann, clock.now)
    line = [*playing.detoured(0)[:6], "undo"]  # the 6 of diamonds on the 5, and back
    game = playing.play_line(begun, line, clock.now)
    page = html(ann_looks, f"/games/{game.pk}/history?ply={len(line)}")
    assert cards(page, "fD") == ["5D"]
    assert re.findall(r' moved" data-card="(\w\w)"', page) == ["6D"]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", "0 of 3"),
        ("?ply=0", "0 of 3"),
        ("?ply=3", "3 of 3"),
        ("?ply=4", "3 of 3"),
        ("?ply=-1", "0 of 3"),
        ("?ply=two", "0 of 3"),
        ("?ply=", "0 of 3"),
        ("?ply=%C2%B2", "0 of 3"),
        ("?ply=%00", "0 of 3"),
        ("?ply=1&ply=2", "2 of 3"),
        (f"?ply={'9' * 5000}", "0 of 3"),
    ],
)
def test_of_a_wrong_ply_the_nearest_is_drawn(
    asked: str, shown: str, ann_looks: Client, turned: Game
) -> None:
    page = html(ann_looks, f"/games/{turned.pk}/history{asked}")
    assert said(page).startswith(f"{shown}: ")


def test_no_card_of_the_stock_is_drawn_before_it_is_dealt(ann_looks: Client, turned: Game) -> None:
    page = html(ann_looks, f"/games/{turned.pk}/history")
    assert len(re.findall(r"data-card=", page)) == 52 - 16
    assert cards(page, "stock") == []


def test_actions_are_grouped_by_deals_and_told_in_words(
    ann_looks: Client, ann: User, clock: Clock
) -> None:
    begun = playing.casual_game(ann, playing.WINNABLE, clock.now)
    game = playing.play_line(begun, ["r6-f", "undo", "deal", "deal", "deal"], clock.now)
    page = html(ann_looks, f"/games/{game.pk}/history")
    groups = re.findall(r'scope="rowgroup"[^>]*>(.*?)</th>', page)
    assert groups == ["Before the first deal", "After deal 1", "After deal 2", "After deal 3"]
    told = words(page)
    assert "Reserve 6 to the foundation" in told or "reserve 6 to the foundation" in told
    assert "Took back the last action undo" in told
    assert "The last two cards dealt to the extra places deal" in told


def test_a_review_that_is_there_is_told_at_every_ply(ann_looks: Client, turned: Game) -> None:
    address = f"/games/{turned.pk}/history"
    ann_looks.get(f"/api/v1/games/{turned.pk}/review")
    assert "the game could" not in said(html(ann_looks, address))
    review_compute(review_id=Review.objects.get().pk, now=turned.started_at)
    assert said(html(ann_looks, address)).endswith("From here the game could be won.")
    page = html(ann_looks, f"{address}?ply=2")
    assert said(page).endswith("From here the game could not be won.")
    assert re.findall(r'id="ply-(\d)"[^>]*class="turned"', page) == ["2"]
    assert "Move 2 lost the win" in words(page)
    assert '<a href="?ply=1#history">Look at it</a>' in page
    assert re.findall(r'class="verdict-(\w+)" x="(\d)" y="\d+" width="(\d)"', page) == [
        ("winnable", "0", "2"),
        ("lost", "2", "2"),
    ]

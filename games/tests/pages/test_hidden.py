"""R13 on the pages: until a day is settled, nothing of what is hidden stands on any of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.tests import playing
from games.tests.pages.reading import html

if TYPE_CHECKING:
    from django.test import Client

    from conftest import Clock
    from games.models import Contest, Game

STOCK = 16
CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[A23456789TJQK][CDHS])+(?![A-Za-z0-9])")
ADDRESSES = [
    "/",
    "/daily",
    "/daily/today",
    "/daily/today/leaderboard",
    "/games",
    "/games/{}",
    "/games/{}/history",
    "/players/ann",
    "/me",
]


def cards_on(page: str) -> set[str]:
    return {card for pile in CARDS.findall(page) for card in re.findall("..", pile)}


def test_no_page_of_an_open_day_names_its_seed_or_a_card_still_to_come(
    ann_looks: Client, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    stock = winnable.deal.deck.split()[-STOCK:]
    seed = playing.seed_numbered(playing.WINNABLE).hex()
    game, seen = ranked, set()
    for move in [None, *playing.WINNING_LINE]:
        if move:
            game = playing.play_line(game, [move], clock.now)
            stock = stock[7:] if move == "deal" else stock
        if move in (None, "deal", playing.WINNING_LINE[-1]):
            for address in ADDRESSES:
                page = html(ann_looks, address.format(ranked.pk))
                assert seed not in page
                assert not cards_on(page) & set(stock), address
                seen |= cards_on(page)
    assert stock == []
    assert seen == set(winnable.deal.deck.split())


def test_a_page_of_a_day_to_come_does_not_exist(
    nobody: Client, winnable: Contest, clock: Clock
) -> None:
    clock.move(days=-1)
    assert nobody.get("/daily/2026-11-30").status_code == 404

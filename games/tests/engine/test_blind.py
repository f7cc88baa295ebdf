"""Blind play: the same every time, and won more often on kinder deals."""

from __future__ import annotations

import pytest

from games.engine import Deck, deck_of
from games.engine.blind import blind_wins
from games.engine.rules import opening
from games.engine.solver import solve
from games.tests.playing import seed_numbered

# Of a hundred games played blindly most are won, few are won, none is won; the last cannot be.
KIND, RARE, UNKIND, NEVER_WON = 6, 108, 2, 17


def deck(number: int) -> Deck:
    return deck_of(seed_numbered(number))


@pytest.mark.parametrize(("number", "wins"), [(KIND, 35), (RARE, 2), (UNKIND, 0), (NEVER_WON, 0)])
def test_the_same_deck_gives_the_same_number_on_every_machine(number: int, wins: int) -> None:
    assert blind_wins(deck(number), 60) == wins


def test_more_tries_only_add_to_the_wins_of_fewer() -> None:
    assert blind_wins(deck(KIND), 0) == 0
    assert blind_wins(deck(KIND), 20) <= blind_wins(deck(KIND), 60)


def test_what_is_won_blindly_can_be_won() -> None:
    for number in range(1, 25):
        if blind_wins(deck(number), 5):
            assert solve(opening(deck(number))).verdict == "won"

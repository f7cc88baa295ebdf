"""Bringing a deck to play and a record to verify."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from games.engine import Deck, commitment, deck_of
from games.models import Game
from games.selectors.records import LONGEST
from games.tests import playing
from games.tests.pages.reading import words
from games.tests.pages.test_games import embedded

if TYPE_CHECKING:
    from django.test import Client

    from conftest import Clock
    from games.models import Contest

pytestmark = pytest.mark.django_db


def brought(client: Client, text: str) -> str:
    answer = client.post("/import", {"text": text})
    assert answer.status_code == 200
    return answer.content.decode()


def record_of(client: Client, game: Game) -> str:
    return client.get(f"/api/v1/games/{game.pk}/record").content.decode()


@pytest.fixture
def won(ann: User, winnable: Contest, clock: Clock) -> Game:
    """Ann's win of a day that is settled."""
    game = playing.win(ann, winnable, clock.now)
    clock.move(days=2)
    return game


@pytest.mark.parametrize("form", ["{}", "\n{}\n", "{}\t", "\ufeff{}"])
def test_a_deck_however_written_starts_a_casual_game(
    form: str, ann_looks: Client, ann: User, winnable: Contest
) -> None:
    deck = winnable.deal.deck
    for text in (deck, deck.replace(" ", "\n"), deck.replace(" ", ""), deck.lower()):
        answer = ann_looks.post("/import", {"text": form.format(text)})
        game = Game.objects.select_related("deal").latest("pk")
        assert answer["Location"] == f"/games/{game.pk}"
        assert (game.player, game.contest, game.deal.deck) == (ann, None, deck)


def test_nobody_brings_a_deck_and_plays_it_as_a_guest(nobody: Client, winnable: Contest) -> None:
    nobody.post("/import", {"text": winnable.deal.deck})
    assert Game.objects.get().player.is_guest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This field is required."),
        ("AC AC", "2 cards instead of 52"),
        ("Hello", "is not a card"),
        ("\ufeff", "0 cards instead of 52"),
        ("[Game]", "expected [Name"),
        ('[Game "Agnes Bernauer"]\n\nt1-t2', "expected 64 hex digits, or a Deck header"),
        ('[Rules "1"]\n\nq9', "not a"),
        ('[Rules "1"]\n\n' + "deal undo " * 501, "1002 actions, and a game has at most 1000"),
        ("\x00", "Null characters are not allowed."),
        ("A" * (LONGEST + 1), "at most 20000 characters"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_field(nobody: Client, text: str, said: str) -> None:
    page = brought(nobody, text)
    assert said in words(page)
    assert 'class="errorlist"' in page
    assert not User.objects.exists()


@pytest.mark.parametrize("mark", ["", "\ufeff"])  # the byte order mark of some editors
def test_a_true_record_is_verified_and_can_be_stepped_through(
    mark: str, ann_looks: Client, nobody: Client, won: Game
) -> None:
    page = brought(nobody, mark + record_of(ann_looks, won))
    assert f"Verified: won. {playing.WIN_MOVES} moves, every one of them legal." in words(page)
    assert "The seed shuffles to the deck." in words(page)
    assert len(embedded(page, "positions")) == playing.WIN_MOVES + 1
    assert embedded(page, "game")["space_rank"]
    assert "Player ann" in words(page)
    assert words(page).count(": passed ") == 5


def test_a_record_is_compared_with_the_game_that_is_held_here(
    ann_looks: Client, nobody: Client, won: Game
) -> None:
    record = record_of(ann_looks, won)
    assert f"This server holds game {won.pk} exactly so" in words(brought(nobody, record))
    for old, new, differs in (
        ('[Player "ann"]', '[Player "bob"]', "Player"),
        ("T12:00:00Z", "T11:00:00Z", "Started"),
        ("r1-t6 r7-t6 t7-t1", "r1-t6 t7-t1 r7-t6", "moves"),
    ):
        assert old in record
        page = words(brought(nobody, record.replace(old, new, 1)))
        assert f"This server holds game {won.pk} otherwise. What differs: {differs} " in page


def test_a_game_that_the_asker_may_not_read_is_not_compared_with(
    ann_looks: Client, bob_looks: Client, ranked: Game
) -> None:
    record = record_of(ann_looks, ranked).replace(
        "[Shuffle", f'[Deck "{ranked.deal.deck}"]\n[Shuffle'
    )
    assert "This server holds" in words(brought(ann_looks, record))
    assert "This server holds" not in words(brought(bob_looks, record))


def test_a_forged_contest_is_found_by_what_is_published_here(
    ann_looks: Client, nobody: Client, won: Game, clock: Clock
) -> None:
    seed, day = playing.seed_numbered(109), "daily:2026-11-30"
    record = record_of(ann_looks, won).partition("\n\n")[0]
    assert won.contest is not None
    deal = won.deal
    for old, new in (
        (str(deal.seed), seed.hex()),
        (deal.deck, str(deck_of(seed))),
        (won.contest.commitment, commitment(seed, day)),
    ):
        assert old in record
        record = record.replace(old, new)
    page = words(brought(nobody, f"{record}\n\ndeal"))
    assert "Deck from the seed: failed" in page
    assert "Commitment: failed" in page


def test_a_record_tells_nothing_of_a_day_to_come(
    ann_looks: Client, nobody: Client, won: Game
) -> None:
    record = record_of(ann_looks, won)
    record = record.replace("daily:2026-11-30", "daily:2026-12-04")
    before = words(brought(nobody, record))
    playing.daily_on(date(2026, 12, 4), playing.LOSABLE)
    assert words(brought(nobody, record)) == before


def test_a_ranked_record_of_an_open_day_is_not_fully_checked(
    ann_looks: Client, ann: User, winnable: Contest, clock: Clock
) -> None:
    page = words(brought(ann_looks, record_of(ann_looks, playing.win(ann, winnable, clock.now))))
    assert "Nothing speaks against this record" in page
    assert "Deck from the seed: not checked" in page
    assert str(winnable.deal.seed) not in page


def test_a_record_that_claims_too_much_is_told_so(
    ann_looks: Client, nobody: Client, won: Game
) -> None:
    record = record_of(ann_looks, won)
    page = brought(nobody, record.replace(f'[Moves "{playing.WIN_MOVES}"]', '[Moves "60"]'))
    assert "the record claims what they do not bear out" in words(page)
    assert f"Result: failed Moves: the record says 60, the replay {playing.WIN_MOVES}" in words(
        page
    )
    assert "Verified" not in words(page)


def test_a_record_with_an_illegal_move_is_refused(
    ann_looks: Client, nobody: Client, won: Game
) -> None:
    page = brought(nobody, record_of(ann_looks, won).replace("\n\n", "\n\nt1-t2 ", 1))
    assert "t1-t2 is not legal in" in words(page)


def test_a_record_longer_than_any_game_is_refused(
    ann_looks: Client, nobody: Client, won: Game
) -> None:
    head = record_of(ann_looks, won).partition("\n\n")[0]
    page = brought(nobody, f"{head}\n\n" + "deal undo " * 501)
    assert "1002 actions, and a game has at most 1000" in words(page)


def test_what_a_record_says_of_itself_is_shown_as_text(nobody: Client, winnable: Contest) -> None:
    deck = Deck.parse(winnable.deal.deck)
    page = brought(nobody, f'[Player "<b>me</b>"]\n[Rules "1"]\n[Deck "{deck}"]')
    assert "&lt;b&gt;me&lt;/b&gt;" in page
    assert "Verified: playing. 0 moves, every one of them legal." in words(page)


def test_a_records_deck_can_be_played(ann_looks: Client, ann: User, won: Game) -> None:
    page = brought(ann_looks, record_of(ann_looks, won))
    assert f'name="text" value="{won.deal.deck}"' in page


def test_one_address_has_so_many_records_read_and_no_more(nobody: Client, db: None) -> None:
    answers = [nobody.post("/import", {"text": "[Odd]"}) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]

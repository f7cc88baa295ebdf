"""`verify_games`: green over all that players do, and red over every planted defect."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games.models import Contest, Deal, Game, PeriodTally, Standing, Tally
from games.services.boards import player_hide
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Clock


def verified(*options: str) -> str:
    said = io.StringIO()
    call_command("verify_games", *options, stdout=said)
    return said.getvalue().strip()


def differences(*options: str) -> list[str]:
    """What the command names, after a look at how it ends."""
    named = io.StringIO()
    with pytest.raises(CommandError) as ending:
        call_command("verify_games", *options, stderr=named)
    lines = named.getvalue().splitlines()
    assert str(ending.value) == f"{len(lines)} differences"
    assert ending.value.returncode == 1
    return lines


@pytest.fixture
def played(ann: User, bob: User, winnable: Contest, lost: Game, clock: Clock) -> Contest:
    """A daily with two wins, one of them hidden, and games of every other ending."""
    playing.win(ann, winnable, clock.now, detours=2)
    playing.win(bob, winnable, clock.now)
    player_hide(player=bob, hidden=True)
    carol, dora = playing.players(2)
    playing.play_line(playing.ranked_game(carol, winnable, clock.now), ["concede"], clock.now)
    playing.play_line(playing.ranked_game(dora, winnable, clock.now), ["r6-f"], clock.now)
    playing.play_line(playing.casual_game(ann, 1, clock.now), ["deal", "undo"], clock.now)
    playing.casual_game(ann, 1, clock.now)
    return winnable


def test_whatever_was_played_verifies(played: Contest) -> None:
    assert verified("--all") == "verified: 7 games, 1 contests"


def test_without_all_only_the_last_days_are_replayed(played: Contest, clock: Clock) -> None:
    assert verified() == "verified: 7 games, 1 contests"
    clock.move(days=9)
    assert verified() == "verified: 0 games, 0 contests"
    Game.objects.filter(status="won").update(undos=0)
    assert verified() == "verified: 0 games, 0 contests"
    assert len(differences("--all")) == 1


def test_an_empty_database_verifies(db: None) -> None:
    assert verified("--all") == "verified: 0 games, 0 contests"


def test_a_progress_bar_is_shown_to_people_only(
    played: Contest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verified()
    assert "games" not in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    verified()
    assert "games" in capsys.readouterr().err


def won(**changes: object) -> Callable[[], object]:
    return lambda: Game.objects.filter(status="won", undos=2).update(**changes)


PLANTED: dict[str, tuple[Callable[[], object], str]] = {
    "position": (won(position="x"), "position is x, by a replay 5 13.13.13.13"),
    "ply": (won(ply=91), "ply is 91, by a replay 92"),
    "undos": (won(undos=3), "undos is 3, by a replay 2"),
    "status": (won(status="conceded"), "status is conceded, by a replay won"),
    "pauses": (won(pauses="0 0"), "92 actions, 2 pauses"),
    "history cut": (won(history="r6-f undo"), "ply is 92, by a replay 2"),
    "history edited": (won(history="t1-f"), "the history does not replay: t1-f is not legal"),
    "history spoilt": (won(history="r6-f  undo"), "the history does not replay: not a"),
    "moves": (won(moves=60), "moves is 60, by a replay 92"),
    "deal": (
        lambda: Game.objects.filter(undos=2).update(deal=playing.deal_numbered(playing.WINNABLE)),
        "it is not on the deal of its contest",
    ),
    "tally": (lambda: Tally.objects.filter(wins=1).update(wins=2), "the tally says {92: 2}"),
    "tally gone": (lambda: Tally.objects.all().delete(), "the tally says {}, a recount {92: 1}"),
    "tally moved": (
        lambda: Tally.objects.filter(wins=1).update(moves=80),
        "the tally says {80: 1}",
    ),
    "standing wins": (
        lambda: Standing.objects.filter(period="all", moves=92).update(wins=2),
        "in all: 2 wins in 92 moves, by a recount 1 in 92",
    ),
    "standing moves": (
        lambda: Standing.objects.filter(period="2026", moves=92).update(moves=91),
        "in 2026: 1 wins in 91 moves, by a recount 1 in 92",
    ),
    "standing gone": (
        lambda: Standing.objects.filter(period="2026-W49", moves=92).delete(),
        "in 2026-W49 is missing: 1 wins in 92",
    ),
    "standing from nowhere": (
        lambda: Standing.objects.filter(period="2026", moves=92).update(period="2027"),
        "in 2027: 1 wins in 92 moves, by a recount 0 in 0",
    ),
    "players": (lambda: Contest.objects.update(players=9), "9 players, by a recount 3"),
    "period tally": (
        lambda: PeriodTally.objects.filter(period="all", moves=0, wins=1).update(players=4),
        "all: 4 players with 1 wins in 0, by a recount 1",
    ),
    "period tally gone": (
        lambda: PeriodTally.objects.filter(period="2026", moves=92).delete(),
        "2026: no tally of 1 wins in 92, by a recount 1",
    ),
    "commitment": (
        lambda: Contest.objects.update(commitment="0" * 64),
        "the commitment was not made to the seed",
    ),
    "contest's deal": (
        lambda: Contest.objects.update(deal=playing.deal_numbered(1)),
        "the commitment was not made to the seed",
    ),
    "hidden player shown": (
        lambda: User.objects.update(is_hidden=False),
        "the tally says {92: 1}, a recount {",
    ),
}


@pytest.mark.parametrize("defect", PLANTED)
def test_a_planted_defect_is_found_and_named(played: Contest, defect: str) -> None:
    plant, named = PLANTED[defect]
    plant()
    found = differences("--all")
    assert any(named in line for line in found), found
    assert differences() == found


def test_a_deck_that_the_seed_does_not_make_is_found(played: Contest) -> None:
    deal = Deal.objects.create(
        seed=playing.seed_numbered(2).hex(),
        shuffle_version=1,
        rules_version=1,
        deck=played.deal.deck,
    )
    assert differences("--all") == [f"{deal}: the seed does not shuffle to the deck"]


def test_a_contest_on_a_deal_without_a_seed_is_found(played: Contest) -> None:
    deal = Deal.objects.create(rules_version=1, deck=played.deal.deck)
    Contest.objects.update(deal=deal)
    assert f"{played}: its deal has no seed" in differences("--all")


def test_a_rank_that_differs_from_a_recount_is_found(
    played: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.audit.contest_ranks", lambda contest: {92: 2})
    assert differences("--all") == [f"{played}: 92 moves rank 2, by a recount 1"]


def test_it_reads_and_never_writes(played: Contest) -> None:
    def refuse(execute: Callable[..., object], sql: str, *rest: object) -> object:
        assert sql.lstrip().upper().startswith(("SELECT", "DECLARE")), sql
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        verified("--all")

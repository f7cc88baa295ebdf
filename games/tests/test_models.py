"""What the database itself refuses."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Contest, Deal, Game, Standing, Tally
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Model

    from accounts.models import User
    from conftest import Clock


def refused(row: Model, constraint: str, **changes: Any) -> None:
    """Assert that the database refuses to change a row so, and by which constraint."""
    with stopped_by(constraint):
        type(row)._default_manager.filter(pk=row.pk).update(**changes)


@contextmanager
def stopped_by(constraint: str) -> Iterator[None]:
    """Expect the database's refusal; SQLite does not name the constraint every time."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        yield
    if connection.vendor == "postgresql":
        assert constraint in str(caught.value)


@pytest.fixture
def tally(winnable: Contest) -> Tally:
    return Tally.objects.create(contest=winnable, moves=54, wins=1)


def copy_of(row: Any, **changes: Any) -> Any:
    row.pk = None
    for name, value in changes.items():
        setattr(row, name, value)
    return row


def test_a_verdict_is_unknown_won_or_lost(winnable: Contest) -> None:
    refused(winnable.deal, "deal_verdict_in_enum", verdict="maybe")


def test_a_contest_has_a_date_or_a_code_and_not_both(winnable: Contest) -> None:
    refused(winnable, "contest_has_a_date_or_a_code", code="abc")
    refused(winnable, "contest_has_a_date_or_a_code", date=None, code=None)


def test_a_contest_opens_before_it_closes_and_closes_before_it_settles(winnable: Contest) -> None:
    settles_at = winnable.settles_at
    refused(winnable, "contest_times_in_order", closes_at=winnable.opens_at)
    refused(winnable, "contest_times_in_order", closes_at=settles_at + timedelta(seconds=1))


def test_a_date_has_one_daily_and_a_code_one_challenge(winnable: Contest) -> None:
    with stopped_by("date"):
        copy_of(winnable).save()
    challenge = copy_of(winnable, date=None, code="abc")
    challenge.save()
    with stopped_by("code"):
        copy_of(challenge).save()


def test_a_player_has_one_game_in_a_contest(ranked: Game) -> None:
    with stopped_by("one_game_per_contest_and_player"):
        copy_of(ranked).save()


def test_a_player_may_have_many_casual_games(casual: Game) -> None:
    copy_of(casual).save()
    assert Game.objects.count() == 2


def test_a_status_is_one_of_four(casual: Game, clock: Clock) -> None:
    refused(casual, "game_status_in_enum", status="drawn", moves=60, finished_at=clock.now)


def test_no_win_takes_fewer_than_54_moves(casual: Game, clock: Clock) -> None:
    won = {"status": "won", "finished_at": clock.now}
    refused(casual, "no_win_under_54_moves", **won, moves=53)
    assert Game.objects.update(**won, moves=54) == 1


@pytest.mark.parametrize(
    ("status", "moves", "is_finished"),
    [
        ("playing", 60, False),
        ("playing", None, True),
        ("won", None, True),
        ("won", 60, False),
        ("lost", None, False),
        ("conceded", None, True),
    ],
)
def test_moves_and_the_time_are_set_when_a_game_ends_and_not_before(
    casual: Game, clock: Clock, status: str, moves: int | None, is_finished: bool
) -> None:
    finished_at = clock.now if is_finished else None
    refused(casual, "", status=status, moves=moves, finished_at=finished_at)


def test_a_game_has_at_most_1000_actions(casual: Game) -> None:
    refused(casual, "at_most_1000_actions", ply=1001)
    refused(casual, "ply", ply=-1)


def test_a_contest_has_one_tally_per_number_of_moves(tally: Tally) -> None:
    with stopped_by("one_tally_per_moves"):
        copy_of(tally).save()


def test_a_tally_never_falls_below_nothing(tally: Tally) -> None:
    refused(tally, "wins", wins=-1)


def test_a_player_has_one_standing_in_a_period(ann: User) -> None:
    standing = Standing.objects.create(player=ann, period="all", wins=1, moves=60)
    with stopped_by("one_standing_per_player_and_period"):
        copy_of(standing).save()


@pytest.mark.django_db(transaction=True)
def test_a_deal_that_is_played_cannot_go(clock: Clock) -> None:
    contest = playing.daily_on(clock.now.date())
    with pytest.raises(IntegrityError), transaction.atomic():
        Deal.objects.filter(pk=contest.deal_id)._raw_delete("default")
    assert Deal.objects.count() == 1


def test_rows_name_themselves(ranked: Game, tally: Tally) -> None:
    standing = Standing(period="all", wins=3)
    challenge = Contest(code="abc")
    names = [ranked.deal, ranked.contest, ranked, tally, standing, challenge]
    assert list(map(str, names)) == [
        f"deal {ranked.deal_id}",
        "daily of 2026-11-30",
        f"game {ranked.pk}",
        "1 in 54 moves",
        "3 wins in all",
        "challenge abc",
    ]

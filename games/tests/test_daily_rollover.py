"""A day from its preparation to its settlement."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from accounts.errors import Refused
from accounts.tests.asserting import problem_of
from agnes_site.tests.contract import ContractClient
from games.engine import Deck, commitment, deck_of
from games.models import Contest
from games.selectors.contests import contest_state
from games.selectors.deals import pooled_deals
from games.services import dailies
from games.services.dailies import contest_create, daily_prepare
from games.services.deals import deal_from_deck
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock, SolvedDeal
    from games.models import Game

DAY = "/api/v1/daily/2026-11-30"
INSTANT = timedelta(microseconds=1)


def scheduled() -> list[str]:
    """The dates that `schedule_dailies` says it has prepared."""
    said = io.StringIO()
    call_command("schedule_dailies", stdout=said)
    return [line.split()[4].rstrip(",") for line in said.getvalue().splitlines()]


# -- States


def test_a_day_opens_closes_and_settles_to_the_instant(
    api: APIClient, winnable: Contest, clock: Clock
) -> None:
    for moment, before, after in (
        (winnable.closes_at, "open", "closing"),
        (winnable.settles_at, "closing", "settled"),
    ):
        clock.now = moment - INSTANT
        assert api.get(DAY).json()["state"] == before
        clock.now = moment
        assert api.get(DAY).json()["state"] == after
    clock.now = winnable.opens_at - INSTANT
    problem_of(api.get(DAY), 404, "no_such_daily")
    clock.now = winnable.opens_at
    assert api.get(DAY).json()["state"] == "open"


def test_a_contest_to_come_takes_no_game(ann: User, winnable: Contest) -> None:
    before = winnable.opens_at - INSTANT
    assert contest_state(winnable, before) == "coming"
    with pytest.raises(Refused, match="closed"):
        playing.ranked_game(ann, winnable, before)


def test_a_game_started_before_midnight_is_finished_after_it_and_counts_for_its_day(
    as_ann: APIClient, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.closes_at - INSTANT
    game = as_ann.post(f"{DAY}/game").json()
    clock.now = winnable.settles_at - INSTANT
    url = f"/api/v1/games/{game['id']}/moves"
    assert playing.post_line(as_ann, url, playing.WINNING_LINE).json()["status"] == "won"
    board = as_ann.get(f"{DAY}/leaderboard").json()
    assert board["me"]["finished_at"] == "2026-12-01T23:59:59.999999Z"
    assert as_ann.get("/api/v1/leaderboards/2026-11").json()["me"]["wins"] == 1
    assert as_ann.get("/api/v1/leaderboards/2026-12").json()["me"] is None


def test_an_unfinished_game_expires_and_stays_as_it_was(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    playing.play_line(ranked, ["r6-f"], clock.now)
    clock.now = winnable.settles_at
    url = f"/api/v1/games/{ranked.pk}"
    assert as_ann.get(url).json()["status"] == "expired"
    problem_of(as_ann.post(f"{url}/moves", {"ply": 1, "move": "deal"}), 409, "closed")
    assert as_ann.get(url).json()["ply"] == 1
    call_command("verify_games", "--all")


def test_a_clock_in_another_zone_makes_no_other_day(api: APIClient, db: None, clock: Clock) -> None:
    clock.now = datetime.fromisoformat("2026-12-01T08:00:00+09:00")
    assert api.get("/api/v1/daily/today").json()["date"] == "2026-11-30"


def test_the_seed_of_a_settled_day_makes_the_deck_and_the_commitment(
    api: APIClient, db: None, clock: Clock
) -> None:
    promised = api.get("/api/v1/daily/today").json()["commitment"]
    clock.move(days=2)
    shown = api.get(DAY).json()
    seed = bytes.fromhex(shown["seed"])
    assert shown["deck"] == str(deck_of(seed))
    assert commitment(seed, "daily:2026-11-30") == shown["commitment"] == promised


# -- Preparation


@pytest.mark.parametrize("time", ["00:00", "12:00", "23:59"])
def test_dailies_are_prepared_at_most_48_hours_ahead_and_once(
    db: None, clock: Clock, time: str
) -> None:
    clock.now = datetime.fromisoformat(f"2026-11-30T{time}+00:00")
    assert scheduled() == ["2026-11-30", "2026-12-01", "2026-12-02"]
    assert Contest.objects.latest("date").opens_at <= clock.now + timedelta(hours=48)
    assert scheduled() == []
    clock.move(days=1)
    assert scheduled() == ["2026-12-03"]


def test_the_prepared_deal_is_the_one_that_is_opened(
    api: APIClient, db: None, clock: Clock
) -> None:
    scheduled()
    prepared = Contest.objects.get(date=date(2026, 12, 1))
    clock.move(days=1)
    assert api.get("/api/v1/daily/today").json()["commitment"] == prepared.commitment


def test_an_earlier_day_without_a_daily_is_never_made_up(
    api: APIClient, db: None, clock: Clock
) -> None:
    problem_of(api.get("/api/v1/daily/2026-11-29"), 404, "no_such_daily")
    assert not Contest.objects.exists()


def test_every_daily_has_a_seed_of_256_bits_of_its_own(db: None, clock: Clock) -> None:
    scheduled()
    seeds = Contest.objects.values_list("deal__seed", flat=True)
    assert len(set(seeds)) == len(seeds) >= 2
    assert all(seed is not None and len(bytes.fromhex(seed)) == 32 for seed in seeds)


def test_a_deck_without_a_seed_makes_no_contest(db: None, solved: list[SolvedDeal]) -> None:
    deal = deal_from_deck(deck=Deck.parse(solved[0].deck))
    with pytest.raises(ValueError, match="drawn from a seed"):
        contest_create(day=date(2026, 11, 30), deal=deal)


def test_a_day_that_somebody_else_has_just_made_is_left_alone(winnable: Contest) -> None:
    assert daily_prepare(day=date(2026, 11, 30)) is None
    assert Contest.objects.count() == 1
    assert pooled_deals().count() == 1  # the deal that was taken for it


def test_another_failure_to_make_a_day_is_not_taken_for_that(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise IntegrityError("something else")

    monkeypatch.setattr(dailies, "contest_create", fail)
    with pytest.raises(IntegrityError, match="something else"):
        daily_prepare(day=date(2026, 11, 30))


@pytest.mark.django_db(transaction=True)
def test_of_many_first_requests_of_a_day_one_makes_it(clock: Clock) -> None:
    client = ContractClient()
    workers = [lambda _: client.get("/api/v1/daily/today")] * 8
    answers = [answer for given in playing.in_lock_step(1, *workers) for answer in given]
    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.content for answer in answers}) == 1
    assert Contest.objects.count() == 1
    assert clock.now.astimezone(UTC).date() == Contest.objects.get().date

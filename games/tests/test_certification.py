"""Dailies and fresh casual games are on deals proven winnable; the pool of such deals."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.errors import Refused
from accounts.tests.asserting import problem_of
from games.engine import Deck, parse_history, replay
from games.engine.solver import Solution
from games.models import Deal
from games.selectors.deals import pooled_deals
from games.services import certification
from games.services.certification import (
    certificate_await,
    certificate_find,
    deal_take,
    pool_fill,
)
from games.tests import playing

if TYPE_CHECKING:
    from pathlib import Path

    from rest_framework.test import APIClient

    from games.engine import Position
    from games.models import Contest, Game
    from games.services.certification import Certificate

GAMES = "/api/v1/games"


@pytest.fixture
def pooled(db: None) -> Deal:
    """The one deal of the pool."""
    deal = playing.deal_numbered(playing.WINNABLE)
    Deal.objects.filter(pk=deal.pk).update(is_pooled=True, verdict="won")
    return deal


def assert_certified(deal: Deal) -> None:
    """The stored line wins the deal."""
    attempt = replay(Deck.parse(deal.deck), parse_history(deal.solution))
    assert (deal.verdict, attempt.status) == ("won", "won")
    assert deal.nodes is not None
    assert deal.nodes <= 200_000


def test_a_daily_is_on_a_certified_deal(daily: Contest) -> None:
    assert_certified(daily.deal)


def test_a_fresh_casual_game_is_on_a_certified_deal(casual: Game) -> None:
    assert_certified(casual.deal)


def test_a_game_takes_its_deal_from_the_pool(as_ann: APIClient, pooled: Deal) -> None:
    assert as_ann.post(GAMES).json()["deal"] == pooled.pk
    assert as_ann.post(GAMES).json()["deal"] != pooled.pk
    assert not pooled_deals().exists()


def test_a_daily_takes_its_deal_from_the_pool(pooled: Deal, daily: Contest) -> None:
    assert daily.deal_id == pooled.pk
    assert not pooled_deals().exists()


def test_any_fresh_deal_is_not_taken_from_the_pool(as_ann: APIClient, pooled: Deal) -> None:
    assert as_ann.post(GAMES, {"winnable": False}).json()["deal"] != pooled.pk
    assert pooled_deals().exists()


def test_a_pooled_deal_is_not_known_to_exist(as_ann: APIClient, pooled: Deal) -> None:
    problem_of(as_ann.post(GAMES, {"deal": pooled.pk}), 404, "not_found")
    assert pooled_deals().exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_requests_at_once_each_gets_another_deal() -> None:
    for number in range(1, 21):
        deal = playing.deal_numbered(number)
        Deal.objects.filter(pk=deal.pk).update(is_pooled=True)
    rounds = playing.in_lock_step(10, *[lambda _: deal_take().pk] * 2)
    taken = [pk for worker in rounds for pk in worker]
    assert sorted(taken) == sorted(Deal.objects.values_list("pk", flat=True))
    assert not pooled_deals().exists()


@pytest.mark.parametrize("verdict", ["lost", "unknown"])
def test_a_solver_that_proves_no_win_leaves_the_service_standing(
    as_ann: APIClient, monkeypatch: pytest.MonkeyPatch, verdict: str
) -> None:
    draws: list[Position] = []

    def in_vain(position: Position, budget: int) -> Solution:
        draws.append(position)
        return Solution(verdict, None, budget)  # type: ignore[arg-type]  # both are verdicts

    monkeypatch.setattr("games.engine.solver.solve", in_vain)
    answer = as_ann.post(GAMES)
    problem_of(answer, 503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert (len(set(draws)), Deal.objects.count()) == (20, 0)


@pytest.mark.parametrize(("method", "path"), [("post", GAMES), ("get", "/api/v1/daily/today")])
def test_a_search_that_takes_long_is_given_up_once_and_goes_on_for_the_next_request(
    as_ann: APIClient, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    found, begun = threading.Event(), []

    def find() -> Certificate:
        begun.append(path)
        found.wait()
        return certificate_find()

    monkeypatch.setattr(certification, "certificate_find", find)
    monkeypatch.setattr(certification, "PATIENCE_SECONDS", 0.1)
    ask = getattr(as_ann, method)
    problem_of(ask(path), 503, "unavailable")
    monkeypatch.setattr(certification, "PATIENCE_SECONDS", 1e6)
    problem_of(ask(path), 503, "unavailable")
    found.set()
    certification._given_up[0].result()
    assert ask(path).status_code < 300
    assert (len(begun), len(certification._given_up)) == (1, 0)
    assert_certified(Deal.objects.get())


@pytest.mark.django_db
def test_a_page_without_its_deal_says_that_it_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def find() -> Certificate:
        raise Refused("unavailable")

    monkeypatch.setattr(certification, "certificate_find", find)
    answer = Client(raise_request_exception=False).get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Out of order for a moment" in answer.content.decode()


def test_a_request_that_gives_up_before_its_search_has_begun_leaves_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    end = threading.Event()
    other = certification._searching.submit(end.wait)
    monkeypatch.setattr(certification, "PATIENCE_SECONDS", 0)
    with pytest.raises(Refused, match="unavailable"):
        certificate_await()
    assert not certification._given_up
    end.set()
    other.result()


def test_the_command_fills_the_pool_and_no_further(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("prepare_deals", "--pool=4", "--jobs=2")
    assert "4 deals added, 4 in the pool" in capsys.readouterr().out
    for deal in pooled_deals():
        assert_certified(deal)
    call_command("prepare_deals", "--pool=3", "--jobs=1")
    assert "0 deals added, 4 in the pool" in capsys.readouterr().out


def test_a_pool_is_filled_with_winnable_deals_only(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = [playing.seed_numbered(number) for number in range(1, 60)]
    monkeypatch.setattr("games.services.certification.seed_draw", lambda: seeds.pop(0))
    for deal in pool_fill(size=12):
        assert_certified(deal)
    assert pooled_deals().count() == 12


@pytest.mark.parametrize("wrong", ["--pool=-1", "--pool=x", "--jobs=0"])
def test_a_number_out_of_bounds_is_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="is not a whole number from"):
        call_command("prepare_deals", wrong)


PROGRAM = """
import sys, django
django.setup()
loaded = lambda: print([name for name in ("numba", "numpy") if name in sys.modules])
loaded()
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
call_command("migrate", verbosity=0)
from games.services.dailies import contest_create
from games.services.deals import deal_draw
contest_create(day=timezone.now().date(), deal=deal_draw())
print(Client().get("/api/v1/daily/today", headers={"host": "localhost"}).status_code)
loaded()
"""


def test_the_solver_is_not_loaded_before_somebody_needs_it(tmp_path: Path) -> None:
    settings = {
        "DJANGO_SETTINGS_MODULE": "agnes_site.settings",
        "AGNES_DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/agnes.sqlite3",
    }
    done = subprocess.run(  # noqa: S603  (the project itself)
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split("\n") == ["[]", "200", "[]", ""]

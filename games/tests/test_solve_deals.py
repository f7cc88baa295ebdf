"""`manage.py solve_deals`, and the difficulty and par that games and dailies then show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games.models import Deal
from games.selectors.deals import difficulty_of, undecided_deals, unrated_deals
from games.services import difficulty
from games.services.difficulty import deal_rate
from games.tests import playing

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.test import Client
    from rest_framework.test import APIClient

    from conftest import Clock
    from games.models import Contest, Game

GAMES = "/api/v1/games"
NEVER_WON = 17
RATED = {"verdict": "won", "nodes": 70, "blind_tries": 100, "blind_wins": 40}
PAR = {"par_moves": 78, "par_bound": 75}


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "PAR_BUDGET", 2_000)
    monkeypatch.setattr(difficulty, "BLIND_TRIES", 10)


# -- The command


def test_a_players_deck_is_decided_and_rated(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    won, lost = playing.deal_numbered(playing.WINNABLE), playing.deal_numbered(NEVER_WON)
    call_command("solve_deals")
    assert "2 deals looked at" in capsys.readouterr().out
    won.refresh_from_db()
    assert won.verdict == "won"
    assert won.solution.split()
    assert (won.blind_tries, won.nodes is None) == (10, False)
    assert won.par_moves is not None
    assert won.par_bound is not None
    assert 54 <= won.par_bound <= won.par_moves <= len(won.solution.split())
    lost.refresh_from_db()
    assert (lost.verdict, lost.solution, lost.blind_tries) == ("lost", "", None)
    assert (lost.par_moves, difficulty_of(lost)) == (None, None)


def test_a_second_run_finds_nothing_to_do(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    playing.deal_numbered(playing.WINNABLE)
    call_command("solve_deals")
    before = list(Deal.objects.order_by("pk").values())
    capsys.readouterr()
    call_command("solve_deals")
    assert "0 deals looked at" in capsys.readouterr().out
    assert list(Deal.objects.order_by("pk").values()) == before


def test_a_limit_is_kept(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (NEVER_WON, 1, 2):
        playing.deal_numbered(number)
    call_command("solve_deals", "--limit=2")
    assert "2 deals looked at" in capsys.readouterr().out
    assert Deal.objects.filter(verdict="unknown").count() == 1


def test_an_undecided_deal_is_tried_again_with_a_larger_budget_only(db: None) -> None:
    deal = playing.deal_numbered(playing.WINNABLE)
    call_command("solve_deals", "--budget=5")
    deal.refresh_from_db()
    assert (deal.verdict, deal.nodes) == ("unknown", 5)
    call_command("solve_deals", "--budget=5")
    deal.refresh_from_db()
    assert deal.verdict == "unknown"
    call_command("solve_deals", "--budget=5000")
    deal.refresh_from_db()
    assert deal.verdict == "won"


def test_a_certified_deal_is_rated_with_the_line_it_has(casual: Game) -> None:
    line, nodes = casual.deal.solution, casual.deal.nodes
    deal_rate(deal=casual.deal)
    deal = Deal.objects.get()
    assert (deal.solution, deal.nodes, deal.blind_tries) == (line, nodes, 10)
    assert deal.par_moves is not None
    assert deal.par_moves <= len(line.split())


@pytest.mark.parametrize(("number", "verdict"), [(playing.WINNABLE, "won"), (NEVER_WON, "lost")])
def test_one_deal_is_decided_and_rated_by_itself(db: None, number: int, verdict: str) -> None:
    deal = playing.deal_numbered(number)
    deal_rate(deal=deal)
    assert deal.verdict == verdict
    assert (difficulty_of(deal) is not None) == (verdict == "won")


def test_the_pool_is_rated_on_request(db: None) -> None:
    call_command("prepare_deals", "--pool=1", "--jobs=1", "--rate")
    deal = Deal.objects.get()
    assert deal.is_pooled
    assert difficulty_of(deal) is not None


@pytest.mark.parametrize("wrong", ["--limit=0", "--budget=0", "--budget=x"])
def test_a_number_out_of_bounds_is_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="is not a whole number from"):
        call_command("solve_deals", wrong)


# -- The word


@pytest.mark.parametrize(
    ("nodes", "wins", "word"),
    [
        (50, 100, "easy"),
        (90_000, 30, "easy"),
        (50, 29, "medium"),
        (50, 5, "medium"),
        (99, 4, "hard"),
        (100, 4, "expert"),
        (90_000, 0, "expert"),
    ],
)
def test_difficulty_is_one_of_four_words(nodes: int, wins: int, word: str) -> None:
    deal = Deal(verdict="won", nodes=nodes, blind_tries=100, blind_wins=wins)
    assert difficulty_of(deal) == word


# -- Where it is shown


def test_a_casual_game_shows_difficulty_and_par_once_it_is_over(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    Deal.objects.update(**RATED, **PAR)
    url = f"{GAMES}/{game.pk}"
    playing.play_line(game, playing.WINNING_LINE[:-1], clock.now)
    shown = as_ann.get(url).json()
    assert (shown["difficulty"], shown["par"]) == (None, None)
    body = {"ply": shown["ply"], "move": playing.WINNING_LINE[-1]}
    shown = as_ann.post(f"{url}/moves", body).json()
    assert shown["difficulty"] == {
        "word": "easy",
        "nodes": 70,
        "blind_tries": 100,
        "blind_wins": 40,
    }
    assert shown["par"] == {"moves": 78, "bound": 75}


def test_a_game_on_a_deal_that_is_not_rated_shows_none(as_ann: APIClient, lost: Game) -> None:
    shown = as_ann.get(f"{GAMES}/{lost.pk}").json()
    assert (shown["difficulty"], shown["par"]) == (None, None)


def test_staff_see_neither(winnable: Contest, client: Client) -> None:
    Deal.objects.update(**{**RATED, "nodes": 70_707, "blind_wins": 43}, par_moves=78, par_bound=75)
    client.force_login(User.objects.create_superuser("staff", "", "correct horse"))
    page = client.get(f"/admin/games/deal/{winnable.deal_id}/change/").content.decode().lower()
    assert "shuffle version" in page
    for word in ("verdict", "nodes", "70707", "70,707", "blind", "par moves", "par bound"):
        assert word not in page


def test_a_daily_shows_difficulty_and_par_once_it_is_settled(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    Deal.objects.update(**RATED, **PAR)
    playing.play_line(ranked, playing.WINNING_LINE, clock.now)
    urls = ["/api/v1/daily/2026-11-30", f"{GAMES}/{ranked.pk}"]
    for url in urls:
        shown = as_ann.get(url).json()
        assert (shown["difficulty"], shown["par"]) == (None, None)
    clock.now = winnable.settles_at
    for url in urls:
        shown = as_ann.get(url).json()
        assert shown["difficulty"]["word"] == "easy"
        assert shown["par"] == {"moves": 78, "bound": 75}


@pytest.mark.parametrize(
    ("index", "wanted"),
    [("deals_undecided", undecided_deals(1)), ("deals_unrated", unrated_deals())],
)
def test_what_is_left_to_search_for_is_found_without_passing_over_all_deals(
    db: None, index: str, wanted: QuerySet[Deal]
) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")  # the table is small
    assert index in wanted.explain()

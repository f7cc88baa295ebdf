"""Ranks come from counts kept as players win; here they are held to counting the rows."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.db.models import Q

from games.models import Contest, Game, PeriodTally, Standing, Tally
from games.selectors.boards import contest_board, period_board
from games.services.boards import player_hide
from games.services.players import player_delete
from games.services.recounts import period_tallies_recount
from games.tests import playing

if TYPE_CHECKING:
    from accounts.models import User
    from conftest import Clock


def counted_ranks(period: str) -> dict[int, int]:
    """Ranks by counting, for every row on a board: who has better figures."""
    rows = Standing.objects.filter(period=period, player__is_hidden=False)
    return {
        row.pk: rows.filter(Q(wins__gt=row.wins) | Q(wins=row.wins, moves__lt=row.moves)).count()
        + 1
        for row in rows
    }


def read_ranks(period: str, limit: int) -> tuple[list[int], dict[int, int]]:
    """Row ids in order and their ranks, over all pages of a board."""
    order: list[int] = []
    ranks: dict[int, int] = {}
    cursor = None
    while True:
        board = period_board(period, None, cursor=cursor, limit=limit)
        order += [row.id for row in board.page.rows]
        ranks.update(board.ranks)
        cursor = board.page.next
        if cursor is None:
            return order, ranks


def stored() -> dict[str, list[Any]]:
    """All that is counted, without the rows that say nothing."""
    tallies = Tally.objects.exclude(wins=0).values_list("contest", "moves", "wins")
    periods = PeriodTally.objects.exclude(players=0)
    standings = Standing.objects.exclude(wins=0)
    return {
        "players": sorted(Contest.objects.values_list("pk", "players")),
        "tallies": sorted(tallies),
        "standings": sorted(standings.values_list("player", "period", "wins", "moves")),
        "periods": sorted(periods.values_list("period", "wins", "moves", "players")),
    }


@pytest.fixture
def crowd(db: None) -> list[User]:
    """Sixty players with few different figures, so that ties are long; a quarter are hidden."""
    random = Random(7)
    players = playing.players(60)
    for player in players:
        wins = random.randint(1, 4)
        moves = wins * random.randint(60, 63)
        Standing.objects.create(player=player, period="all", wins=wins, moves=moves)
        Standing.objects.create(player=player, period="2026", wins=wins, moves=moves + 1)
    period_tallies_recount()
    for player in random.sample(players, 15):
        player_hide(player=player, hidden=True)
    return players


@pytest.mark.parametrize("limit", [1, 2, 7, 50])
def test_ranks_of_a_period_are_those_of_a_recount_on_every_page(
    crowd: list[User], limit: int
) -> None:
    order, ranks = read_ranks("all", limit)
    assert len(order) == len(set(order)) == 45
    assert ranks == counted_ranks("all")
    rows = Standing.objects.in_bulk(order)
    keys = [(-rows[pk].wins, rows[pk].moves, rows[pk].player_id) for pk in order]
    assert keys == sorted(keys)


def test_around_me_has_the_ranks_of_a_recount_for_everybody(crowd: list[User]) -> None:
    counted = counted_ranks("all")
    for player in crowd:
        board = period_board("all", player, around_me=True, limit=6)
        if board.me is not None:
            assert board.ranks[board.me.id] == counted[board.me.id]
        assert board.ranks == {pk: counted[pk] for pk in board.ranks}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_players_do_the_counts_are_those_of_a_recount(
    seed: int, clock: Clock, db: None
) -> None:
    """Wins, beginnings, hiding, showing and deletion in a random order, over three days."""
    random = Random(seed)
    players = playing.players(5)
    for _ in range(3):
        contest = playing.daily_on(clock.now.date())
        for player in random.sample(players, random.randint(1, len(players))):
            player.refresh_from_db()
            if random.random() < 0.3:
                player_hide(player=player, hidden=not player.is_hidden)
            if random.random() < 0.3:
                playing.ranked_game(player, contest, clock.now)
            else:
                playing.win(player, contest, clock.now, random.randint(0, 1))
        clock.move(days=1)
    player_delete(player=players.pop(random.randrange(len(players))))
    kept = stored()
    call_command("verify_games", "--all")
    call_command("recount_boards")
    assert stored() == kept
    assert read_ranks("all", 2)[1] == counted_ranks("all")


def test_a_deep_page_of_a_board_is_read_by_stretches_of_its_index(
    crowd: list[User], django_assert_max_num_queries: Any
) -> None:
    """The stretches of three columns, the ranks, and no more, wherever it lies."""
    first = period_board("all", None, limit=5)
    with django_assert_max_num_queries(4):
        period_board("all", None, cursor=first.page.next, limit=5)


def test_players_of_a_day_are_counted_as_they_begin(
    ann: User, bob: User, winnable: Contest, clock: Clock
) -> None:
    for player in (ann, bob, ann):
        playing.ranked_game(player, winnable, clock.now)
    player_hide(player=bob, hidden=True)
    contest = Contest.objects.get(pk=winnable.pk)
    assert contest_board(contest, None).players == contest.players == 1
    assert Game.objects.filter(contest=contest).count() == 2


def test_a_recount_mends_what_was_damaged(ann: User, winnable: Contest, clock: Clock) -> None:
    playing.win(ann, winnable, clock.now)
    kept = stored()
    Contest.objects.update(players=9)
    Tally.objects.all().delete()
    Standing.objects.update(wins=5)
    PeriodTally.objects.filter(moves=0).delete()
    call_command("recount_boards")
    assert stored() == kept

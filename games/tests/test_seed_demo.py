"""`manage.py seed_demo`: filled boards on request, and every row of them true."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from conftest import Clock, SolvedDeal
from games.engine import Deck, Move, Status, deck_of, replay
from games.models import Contest, Game
from games.selectors.boards import contest_board, period_board
from games.selectors.contests import is_settled
from games.services import demo, demo_lines
from games.services.demo import MAIL_DOMAIN, demo_days
from games.tests import playing

TODAY = date(2026, 11, 30)


@pytest.fixture
def seeded(db: None, clock: Clock) -> None:
    """Five players and three days; the clock stands at noon of the last."""
    call_command("seed_demo", "--players=5", "--days=2", verbosity=0)


@pytest.mark.usefixtures("seeded")
def test_every_row_of_the_demo_is_true_and_of_its_day(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_games", "--all")
    assert f"verified: {Game.objects.count()} games, 3 contests" in capsys.readouterr().out
    for game in Game.objects.select_related("contest", "player"):
        assert game.contest is not None
        assert game.player.date_joined <= game.contest.opens_at
        assert game.contest.opens_at <= game.started_at < game.contest.closes_at
        assert game.started_at <= game.acted_at < game.contest.settles_at
        assert game.acted_at <= clock.now


@pytest.mark.usefixtures("seeded")
def test_the_boards_are_filled(clock: Clock) -> None:
    oldest = Contest.objects.earliest("date")
    assert is_settled(oldest, clock.now)
    board = contest_board(oldest, None)
    assert board.winners >= 2
    assert board.players > board.winners
    assert period_board("all", None).page.rows


@pytest.mark.usefixtures("seeded")
def test_another_run_adds_only_what_is_missing(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    before = list(Game.objects.order_by("pk").values())
    call_command("seed_demo", "--players=5", "--days=2")
    assert "there already" in capsys.readouterr().out
    clock.move(days=1)
    call_command("seed_demo", "--players=5", "--days=2", verbosity=0)
    assert Contest.objects.filter(date=TODAY + timedelta(days=1)).exists()
    assert User.objects.count() == 5
    assert list(Game.objects.order_by("pk").values())[: len(before)] == before


@pytest.mark.usefixtures("clock")
def test_a_password_lets_one_play_on_as_any_of_them(db: None) -> None:
    call_command("seed_demo", "--players=1", "--days=0", "--password=patience is a game")
    assert User.objects.get().check_password("patience is a game")


@pytest.mark.usefixtures("clock")
def test_a_name_that_somebody_has_is_passed_over(db: None) -> None:
    owner = User.objects.create_user("Alba", "alba@example.org", "x")
    call_command("seed_demo", "--players=1", "--days=0")
    owner.refresh_from_db()
    assert owner.email == "alba@example.org"
    assert User.objects.exclude(pk=owner.pk).get().username == "bram"


@pytest.mark.usefixtures("clock")
def test_without_a_password_nobody_can_sign_in_as_a_player_of_the_demo(db: None) -> None:
    call_command("seed_demo", "--players=2", "--days=0")
    assert [player.has_usable_password() for player in User.objects.all()] == [False, False]


def test_the_deal_that_a_day_has_stays(daily: Contest) -> None:
    call_command("seed_demo", "--players=2", "--days=0")
    assert Contest.objects.get(date=TODAY).commitment == daily.commitment


@pytest.mark.django_db(transaction=True)
def test_a_real_player_wins_the_day_between_two_games_of_the_demo(
    ann: User, clock: Clock, winnable: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction of several wins has no order of locks: it and the winner could wait in turn."""
    found = demo.demo_players(number=2, seed=1, joined=clock.now)
    regulars = [regular._replace(comes=1, wins=1) for regular in found]
    won: list[Game] = []

    def between(*words: object) -> Random:
        if Game.objects.exists() and not won:
            won.extend(*playing.in_lock_step(1, lambda _: playing.win(ann, winnable, clock.now)))
        return Random(str(words))

    monkeypatch.setattr(demo, "_rng", between)
    demo.demo_day_play(day=TODAY, regulars=regulars, seed=1, now=clock.now)
    assert [game.status for game in won] == ["won"]
    assert Game.objects.filter(status="won").count() == 3
    call_command("verify_games", "--all")


@pytest.mark.usefixtures("clock")
def test_a_deal_too_hard_for_the_demo_to_win_is_won_by_its_certificate(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_lines, "_BUDGET", 1)
    call_command("seed_demo", "--players=8", "--days=2", verbosity=0)
    won = Game.objects.filter(status="won").select_related("contest__deal")
    assert {game.contest.date for game in won if game.contest} >= {TODAY - timedelta(days=2)}
    call_command("verify_games", "--all")


def test_how_they_play_follows_from_the_seed(db: None, clock: Clock) -> None:
    one, again, another = (
        demo.demo_players(number=3, seed=seed, joined=clock.now) for seed in (1, 1, 2)
    )
    assert one == again != another


def test_lines_follow_from_the_random_numbers() -> None:
    deck = deck_of(bytes([2]) * 32)
    lines = [demo_lines.winning_lines(deck, Random(5)) for _ in range(2)]
    assert lines[0] == lines[1]
    assert len(set(lines[0])) == 3
    assert all(replay(deck, line).status is Status.WON for line in lines[0])
    assert demo_lines.hasty_line(deck, Random(5)) == demo_lines.hasty_line(deck, Random(5))


def test_a_line_with_detours_is_played_as_ranked_games_are(solved: list[SolvedDeal]) -> None:
    deck, line = Deck.parse(solved[0].deck), [Move.parse(text) for text in solved[0].line]
    attempt = replay(deck, demo_lines.with_detours(deck, line, Random(5), often=0.5), ranked=True)
    assert attempt.status is Status.WON
    assert attempt.undos > 10
    assert attempt.ply == len(line) + 2 * attempt.undos


def test_there_are_no_days_before_the_first_daily(db: None, clock: Clock) -> None:
    days = demo_days(days=60, now=clock.now)
    assert (days[0], days[-1]) == (date(2026, 11, 1), TODAY)


@pytest.mark.parametrize("wrong", ["--players=0", "--players=1000", "--days=-1", "--days=x"])
def test_a_number_out_of_bounds_is_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="is not a whole number from"):
        call_command("seed_demo", wrong)


@pytest.mark.usefixtures("clock")
def test_starting_the_service_makes_no_demo(db: None) -> None:
    call_command("migrate", verbosity=0)
    call_command("schedule_dailies", verbosity=0)
    assert not User.objects.filter(email__endswith=MAIL_DOMAIN).exists()
    assert not Game.objects.exists()

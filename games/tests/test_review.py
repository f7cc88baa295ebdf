"""`GET games/ID/review`: what could still be won, computed once by a job."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django_tasks import default_task_backend
from django_tasks_db.models import DBTaskResult

from accounts.tests.asserting import problem_of
from agnes_site.wire import CourtesyThrottle
from games.models import Deal, Game, Review
from games.services import reviews
from games.services.reviews import BUDGET, review_compute, reviews_drop
from games.tests import playing
from games.views.answers import REVIEW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django_tasks.backends.dummy import DummyBackend
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

CHOICE = 301
LOST_BY_A_CHOICE = ["deal", "r2-t6", "concede"]


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/review"


def queued() -> list[Any]:
    """The ids of the reviews whose job was queued, in order."""
    backend: DummyBackend = default_task_backend  # type: ignore[assignment]  # conftest sets it
    return [job.args[0] for job in backend.results]


def compute(game: Game, clock: Clock) -> Review:
    """Do the job of a game's review."""
    review_compute(review_id=Review.objects.get(game=game).pk, now=clock.now)
    return Review.objects.get(game=game)


def reviewed(client: APIClient, game: Game, clock: Clock) -> dict[str, Any]:
    """Ask, let the job be done, and ask again."""
    assert client.get(url(game)).status_code == 202
    compute(game, clock)
    answer = client.get(url(game))
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json()
    return body


@pytest.fixture
def conceded(ann: User, clock: Clock) -> Game:
    """A casual game that one bad move lost; Ann then gave it up."""
    return played(ann, clock, LOST_BY_A_CHOICE)


def played(player: User, clock: Clock, line: Sequence[str], number: int = CHOICE) -> Game:
    game = playing.casual_game(player, number, clock.now)
    return playing.play_line(game, line, clock.now)


# -- When it may be had


def test_a_game_under_way_is_not_reviewed(as_ann: APIClient, casual: Game) -> None:
    problem_of(as_ann.get(url(casual)), 409, "not_finished")
    assert queued() == []


def test_a_ranked_game_is_reviewed_once_its_contest_is_settled(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now)
    problem_of(as_ann.get(url(game)), 403, "not_settled")
    clock.now = winnable.settles_at
    assert set(reviewed(as_ann, game, clock)["verdicts"]) == {"winnable"}


def test_a_ranked_game_under_way_is_not_finished_until_it_has_expired(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    problem_of(as_ann.get(url(ranked)), 409, "not_finished")
    clock.now = winnable.settles_at
    assert reviewed(as_ann, ranked, clock)["verdicts"] == ["winnable"]


def test_whoever_may_read_the_game_may_read_its_review(
    api: APIClient, as_bob: APIClient, conceded: Game
) -> None:
    problem_of(api.get(url(conceded)), 401, "not_signed_in")
    problem_of(as_bob.get(url(conceded)), 404, "not_found")
    Game.objects.update(is_public=True)
    assert [client.get(url(conceded)).status_code for client in (api, as_bob)] == [202, 202]


def test_reviews_are_held_to_a_rate(
    as_ann: APIClient, conceded: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CourtesyThrottle, "THROTTLE_RATES", {"review": "2/min"})
    assert [as_ann.get(url(conceded)).status_code for _ in range(2)] == [202, 202]
    problem_of(as_ann.get(url(conceded)), 429, "throttled")


# -- How it comes about


def test_it_is_queued_once_however_often_it_is_asked_for(as_ann: APIClient, conceded: Game) -> None:
    for _ in range(3):
        answer = as_ann.get(url(conceded))
        assert answer.status_code == 202
        assert answer.headers["Retry-After"] == "1"
        assert answer.json() == {"state": "queued", "progress": 0}
    assert queued() == [Review.objects.get().pk]


def test_progress_is_shown_while_it_runs(as_ann: APIClient, conceded: Game) -> None:
    as_ann.get(url(conceded))
    Review.objects.update(progress=43)
    assert as_ann.get(url(conceded)).json() == {"state": "running", "progress": 43}


def test_it_says_where_the_win_was_lost_and_how_it_was_there(
    as_ann: APIClient, conceded: Game, clock: Clock
) -> None:
    """The example of the schema is a real one."""
    Deal.objects.update(par_moves=76, par_bound=74)
    assert reviewed(as_ann, conceded, clock) == REVIEW


def test_the_winning_line_wins(as_ann: APIClient, ann: User, conceded: Game, clock: Clock) -> None:
    found = reviewed(as_ann, conceded, clock)
    kept = conceded.history.split()[: found["turning_points"][-1]["ply"] - 1]
    assert played(ann, clock, [*kept, *found["winning_line"]]).status == "won"


def test_undos_make_several_turning_points(as_ann: APIClient, ann: User, clock: Clock) -> None:
    game = played(ann, clock, ["deal", "r2-t6", "undo", "r2-t6", "concede"])
    found = reviewed(as_ann, game, clock)
    assert found["verdicts"] == ["winnable", "winnable", "lost", "winnable", "lost", "lost"]
    assert [point["ply"] for point in found["turning_points"]] == [2, 4]


def test_a_won_game_needs_no_search_and_is_held_against_par(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = played(ann, clock, playing.detoured(2), playing.WINNABLE)
    assert reviewed(as_ann, game, clock)["par"] is None
    Deal.objects.update(par_moves=80, par_bound=70)
    found = as_ann.get(url(game)).json()
    assert (found["par"], found["over_par"]) == ({"moves": 80, "bound": 70}, playing.WIN_MOVES - 76)
    assert (found["nodes"], found["winning_line"], found["turning_points"]) == (0, None, [])


def test_what_was_proven_about_the_deal_is_not_searched_again(
    as_ann: APIClient, ann: User, lost: Game, clock: Clock
) -> None:
    game = played(ann, clock, [playing.WINNING_LINE[0], "concede"], playing.WINNABLE)
    wins = Deal.objects.filter(pk=game.deal_id)
    wins.update(verdict="won", solution=" ".join(playing.WINNING_LINE))
    found = reviewed(as_ann, game, clock)
    assert (set(found["verdicts"]), found["nodes"]) == ({"winnable"}, 0)
    Deal.objects.filter(pk=lost.deal_id).update(verdict="lost")
    found = reviewed(as_ann, lost, clock)
    assert (set(found["verdicts"]), found["nodes"]) == ({"lost"}, 0)


def test_what_the_budget_does_not_decide_is_unknown(
    as_ann: APIClient, lost: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.reviews.BUDGET", 1)
    found = reviewed(as_ann, lost, clock)
    assert found["verdicts"][0] == "unknown"
    assert found["turning_points"] == []
    assert found["nodes"] <= found["budget"] == 1 < BUDGET


def test_a_lost_game_that_was_taken_up_again_is_reviewed_anew(
    as_ann: APIClient, lost: Game, clock: Clock
) -> None:
    Deal.objects.update(verdict="lost")
    reviewed(as_ann, lost, clock)
    game = playing.play_line(lost, ["undo"], clock.now)
    problem_of(as_ann.get(url(game)), 409, "not_finished")
    playing.play_line(game, ["concede"], clock.now)
    assert as_ann.get(url(game)).json() == {"state": "queued", "progress": 0}
    assert queued() == [Review.objects.get().pk] * 2
    compute(game, clock)
    assert len(as_ann.get(url(game)).json()["verdicts"]) == len(playing.LOSING_LINE) + 3


def test_a_game_that_goes_while_its_review_is_asked_for_anew_is_no_mistake_of_ours(
    as_ann: APIClient, conceded: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed(as_ann, conceded, clock)

    def is_of_present_game(review: Review, game: Game) -> bool:
        Game.objects.all().delete()
        return False

    monkeypatch.setattr(reviews, "is_of_present_game", is_of_present_game)
    assert as_ann.get(url(conceded)).json() == {"state": "queued", "progress": 0}
    problem_of(as_ann.get(url(conceded)), 404, "not_found")


# -- Jobs that come late, or twice


def test_a_job_that_runs_again_changes_nothing(
    as_ann: APIClient, conceded: Game, clock: Clock
) -> None:
    first = reviewed(as_ann, conceded, clock)
    ready_at = Review.objects.get().ready_at
    clock.move(minutes=1)
    assert compute(conceded, clock).ready_at == ready_at
    assert as_ann.get(url(conceded)).json() == first


def test_a_job_for_a_game_that_is_gone_does_nothing(clock: Clock, db: None) -> None:
    review_compute(review_id=1, now=clock.now)
    assert not Review.objects.exists()


def test_a_review_that_was_dropped_starts_anew_and_a_ready_one_stays(
    as_ann: APIClient, conceded: Game, clock: Clock
) -> None:
    as_ann.get(url(conceded))
    (first,) = queued()
    reviews_drop(review_ids=[first])
    as_ann.get(url(conceded))
    second = Review.objects.get().pk
    assert queued() == [first, second]
    compute(conceded, clock)
    reviews_drop(review_ids=[second])
    assert as_ann.get(url(conceded)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_at_once_one_queues_the_job(
    as_ann: APIClient, conceded: Game, queue: None
) -> None:
    given = playing.in_lock_step(
        1, lambda _: as_ann.get(url(conceded)), lambda _: as_ann.get(url(conceded))
    )
    assert [answers[0].status_code for answers in given] == [202, 202]
    assert DBTaskResult.objects.count() == 1

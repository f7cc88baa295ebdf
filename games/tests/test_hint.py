"""`GET games/ID/hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services.tokens import token_create
from accounts.tests.asserting import problem_of
from agnes_site.wire import CourtesyThrottle
from games.engine import Deck, legal_moves, opening, parse_history, replay
from games.engine.solver import Solution, solve
from games.models import Deal, Game
from games.services import hints
from games.services.casual import casual_start
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.engine import Position
    from games.models import Contest

NEVER_WON = 17


def url(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/hint"


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every position that was searched, in order."""
    positions: list[str] = []

    def spied(position: Position, budget: int) -> Solution:
        positions.append(str(position))
        return solve(position, budget)

    monkeypatch.setattr("games.engine.solver.solve", spied)
    return positions


@pytest.fixture
def game(ann: User, clock: Clock) -> Game:
    """A casual game of Ann's on an undecided deal that can be won."""
    return playing.casual_game(ann, playing.WINNABLE, clock.now)


# -- What it says


def test_on_the_line_of_the_deal_the_verdict_takes_no_search(
    as_ann: APIClient, casual: Game, searched: list[str], clock: Clock
) -> None:
    line = casual.deal.solution.split()
    searched.clear()
    start = casual.position
    hint = as_ann.get(url(casual)).json()
    assert (hint["verdict"], hint["move"], hint["nodes"]) == ("winnable", line[0], 0)
    assert hint["ply"] == 0
    assert start not in searched
    playing.play_line(casual, line[:40], clock.now)
    assert as_ann.get(url(casual)).json()["move"] == line[40]
    assert casual.position not in searched


def test_every_legal_move_is_named_once(as_ann: APIClient, game: Game) -> None:
    hint = as_ann.get(url(game)).json()
    named = hint["keeps"] + hint["loses"] + hint["undecided"]
    legal = [str(move) for move in legal_moves(opening(Deck.parse(game.deal.deck)))]
    assert sorted(named) == sorted(legal)
    assert hint["move"] in hint["keeps"]


def test_what_is_said_of_each_move_is_true(as_ann: APIClient, game: Game, clock: Clock) -> None:
    playing.play_line(game, losing_line(game)[:-1], clock.now)
    hint = as_ann.get(url(game)).json()
    assert hint["keeps"]
    assert hint["loses"]
    for moves, verdict in ((hint["keeps"], "won"), (hint["loses"], "lost")):
        for move in moves:
            actions = parse_history(f"{game.history} {move}")
            position = replay(Deck.parse(game.deal.deck), actions).position
            assert solve(position, 1_000_000).verdict == verdict, move


def test_following_the_hints_wins(as_ann: APIClient, game: Game) -> None:
    shown: dict[str, Any] = as_ann.get(f"/api/v1/games/{game.pk}").json()
    while shown["status"] == "playing":
        move = as_ann.get(url(game)).json()["move"]
        body = {"ply": shown["ply"], "move": move}
        shown = as_ann.post(f"/api/v1/games/{game.pk}/moves", body).json()
    assert shown["status"] == "won"
    assert shown["hints"] == shown["ply"]


def test_a_hint_goes_on_along_the_line_of_the_one_before(
    as_ann: APIClient, game: Game, clock: Clock
) -> None:
    before = as_ann.get(url(game)).json()
    assert before["nodes"] > 0
    playing.play_line(game, [before["move"]], clock.now)
    assert as_ann.get(url(game)).json()["nodes"] == 0


def test_a_lost_position_has_no_move_that_keeps_a_win(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game(ann, playing.LOST_BY_DEALING, clock.now)
    playing.play_line(game, ["deal", "deal"], clock.now)
    hint = as_ann.get(url(game)).json()
    assert (hint["verdict"], hint["move"], hint["keeps"]) == ("lost", None, [])
    assert hint["loses"]
    assert not hint["critical"]


def test_a_deal_known_to_be_lost_takes_no_search(
    as_ann: APIClient, game: Game, searched: list[str]
) -> None:
    Deal.objects.update(verdict="lost")
    hint = as_ann.get(url(game)).json()
    assert (hint["verdict"], hint["keeps"], hint["nodes"]) == ("lost", [], 0)
    assert as_ann.get(url(game), {"level": "verdict"}).json()["state"] == "never_was"
    assert searched == []


def test_what_a_search_does_not_decide_is_unknown(
    as_ann: APIClient, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "BUDGET", 2)
    hint = as_ann.get(url(game)).json()
    assert (hint["verdict"], hint["move"], hint["critical"]) == ("unknown", None, False)
    assert hint["undecided"]
    assert as_ann.get(url(game), {"level": "verdict"}).json()["state"] == "undetermined"


def test_all_searches_together_stay_within_the_budget(
    as_ann: APIClient, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes: list[int] = []

    def hard(position: Position, budget: int) -> Solution:
        nodes.append(budget)
        return Solution("unknown", None, budget)

    monkeypatch.setattr("games.engine.solver.solve", hard)
    assert as_ann.get(url(game)).json()["nodes"] == sum(nodes) == 200_000


@pytest.mark.parametrize("level", ["full", "verdict"])
def test_a_hint_takes_few_statements(as_ann: APIClient, game: Game, level: str) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert as_ann.get(url(game), {"level": level}).status_code == 200
    assert len(captured) <= 4


# -- Only whether it can still be won


def test_the_verdict_alone_tells_winnable_from_no_longer(
    as_ann: APIClient, game: Game, clock: Clock
) -> None:
    assert as_ann.get(url(game), {"level": "verdict"}).json() == {"ply": 0, "state": "winnable"}
    lost = playing.play_line(game, losing_line(game), clock.now)
    assert as_ann.get(url(game), {"level": "verdict"}).json() == {
        "ply": lost.ply,
        "state": "no_longer_winnable",
    }


def losing_line(game: Game) -> list[str]:
    """The winning line up to a move that can go wrong, and the move that does."""
    deck = Deck.parse(game.deal.deck)
    for length in range(len(playing.WINNING_LINE)):
        line = playing.WINNING_LINE[:length]
        for move in legal_moves(replay(deck, parse_history(" ".join(line))).position):
            after = replay(deck, parse_history(" ".join([*line, str(move)])))
            if after.status == "playing" and solve(after.position).verdict == "lost":
                return [*line, str(move)]
    raise AssertionError("no move of this line can go wrong")


def test_the_verdict_alone_tells_a_deal_that_never_could_be_won(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game(ann, NEVER_WON, clock.now)
    assert as_ann.get(url(game), {"level": "verdict"}).json()["state"] == "never_was"


# -- Who gets none


def test_a_ranked_game_gets_no_hint_and_is_not_searched(
    as_ann: APIClient, ranked: Game, searched: list[str]
) -> None:
    for level in ("full", "verdict"):
        problem_of(as_ann.get(url(ranked), {"level": level}), 409, "ranked")
    assert searched == []
    ranked.refresh_from_db()
    assert ranked.hints == 0


def test_a_deal_still_played_for_ranks_is_not_searched_in_a_casual_game_either(
    as_ann: APIClient, ann: User, winnable: Contest, searched: list[str], clock: Clock
) -> None:
    game = casual_start(player=ann, now=winnable.settles_at, deal=winnable.deal_id)
    problem_of(as_ann.get(url(game)), 409, "ranked")
    assert searched == []
    clock.now = winnable.settles_at
    assert as_ann.get(url(game)).json()["verdict"] == "winnable"


@pytest.mark.parametrize("end", ["won", "conceded", "expired"])
def test_a_ranked_game_that_is_over_gets_none(
    as_ann: APIClient, ranked: Game, clock: Clock, end: str
) -> None:
    endings: dict[str, Callable[[], object]] = {
        "won": lambda: playing.play_line(ranked, playing.WINNING_LINE, clock.now),
        "conceded": lambda: playing.play_line(ranked, ["concede"], clock.now),
        "expired": lambda: clock.move(days=2),
    }
    endings[end]()
    problem_of(as_ann.get(url(ranked)), 409, "game_over")


def test_a_casual_game_that_is_over_gets_none(as_ann: APIClient, lost: Game) -> None:
    problem = problem_of(as_ann.get(url(lost)), 409, "game_over")
    assert problem["game"]["status"] == "lost"


def test_anothers_game_is_not_found(as_bob: APIClient, casual: Game) -> None:
    problem_of(as_bob.get(url(casual)), 404, "not_found")


def test_nobody_gets_a_hint_without_signing_in(api: APIClient, casual: Game) -> None:
    problem_of(api.get(url(casual)), 401, "not_signed_in")


@pytest.mark.parametrize("level", ["none", "VERDICT", ""])
def test_an_unknown_level_is_refused(as_ann: APIClient, casual: Game, level: str) -> None:
    problem = problem_of(as_ann.get(url(casual), {"level": level}), 400, "invalid")
    assert list(problem["errors"]) == ["level"]


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, casual: Game, method: str) -> None:
    problem_of(getattr(as_ann, method)(url(casual)), 405, "method_not_allowed")


@pytest.mark.parametrize("level", ["move", "verdict"])
def test_a_token_that_only_reads_gets_no_hint_and_counts_none(
    api: APIClient, ann: User, game: Game, searched: list[str], level: str
) -> None:
    _, secret = token_create(player=ann, scope="read")
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    problem_of(api.get(url(game), {"level": level}), 403, "scope_too_narrow")
    game.refresh_from_db()
    assert (game.hints, searched) == (0, [])


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)],
)
def test_another_site_leads_no_player_to_a_hint(
    client: Client, ann: User, game: Game, site: str, status: int
) -> None:
    client.force_login(ann)
    answer = client.get(url(game), headers={"Sec-Fetch-Site": site})
    assert answer.status_code == status
    game.refresh_from_db()
    assert game.hints == (status == 200)


def test_hints_are_held_to_a_rate(
    as_ann: APIClient, casual: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CourtesyThrottle, "THROTTLE_RATES", {"hint": "2/min"})
    assert [as_ann.get(url(casual)).status_code for _ in range(2)] == [200, 200]
    problem_of(as_ann.get(url(casual)), 429, "throttled")


# -- What stays of it


def test_a_game_says_for_ever_that_hints_were_used(
    as_ann: APIClient, casual: Game, clock: Clock
) -> None:
    as_ann.get(url(casual))
    as_ann.get(url(casual), {"level": "verdict"})
    playing.play_line(casual, ["deal", "undo", "concede"], clock.now)
    shown = as_ann.get(f"/api/v1/games/{casual.pk}").json()
    assert (shown["hints"], shown["undos"]) == (2, 1)
    assert '[Hints "2"]' in as_ann.get(f"/api/v1/games/{casual.pk}/record").content.decode()


def test_a_record_without_hints_does_not_speak_of_them(as_ann: APIClient, casual: Game) -> None:
    assert "Hints" not in as_ann.get(f"/api/v1/games/{casual.pk}/record").content.decode()


def test_the_count_of_hints_stops_at_what_its_column_holds(as_ann: APIClient, casual: Game) -> None:
    Game.objects.update(hints=32_767)
    assert as_ann.get(url(casual)).status_code == 200
    casual.refresh_from_db()
    assert casual.hints == 32_767

"""`POST games/ID/moves`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest


def moves(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/moves"


def actions(game: Game) -> list[str]:
    return Game.objects.get(pk=game.pk).history.split()


def test_a_legal_move_is_accepted_and_the_whole_game_comes_back(
    as_ann: APIClient, ranked: Game
) -> None:
    answer = as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    assert answer.status_code == 200
    game = answer.json()
    assert (game["id"], game["ply"], game["status"]) == (ranked.pk, 1, "playing")
    assert game["foundation_cards"] == 2
    assert game["can_undo"]
    assert actions(ranked) == ["r6-f"]


def test_a_list_counts_as_a_whole(as_ann: APIClient, ann: User, clock: Clock) -> None:
    url = moves(playing.casual_game_on_own_deck(ann, clock.now))
    answer = as_ann.post(url, {"ply": 0, "moves": playing.WINNING_LINE})
    game = answer.json()
    assert (answer.status_code, game["status"]) == (200, "won")
    assert (game["ply"], game["moves"], game["legal_moves"]) == (88, 88, [])
    assert game["finished_at"] == "2026-11-30T12:00:00Z"
    assert not game["can_undo"]


def test_nobody_plays_without_signing_in(api: APIClient, casual: Game) -> None:
    problem_of(api.post(moves(casual), {"ply": 0, "move": "deal"}), 401, "not_signed_in")


def test_anothers_game_and_none_are_alike(as_bob: APIClient, casual: Game, ranked: Game) -> None:
    answers = [
        as_bob.post(f"/api/v1/games/{number}/moves", {"ply": 0, "move": "deal"})
        for number in (casual.pk, ranked.pk, 10**6, 10**30)
    ]
    assert {problem_of(answer, 404, "not_found")["detail"] for answer in answers} == {
        "There is nothing here for you."
    }


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, casual: Game, method: str) -> None:
    problem_of(getattr(as_ann, method)(moves(casual)), 405, "method_not_allowed")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "ply"),
        ([], "ply"),
        ("deal", "ply"),
        ({"move": "deal"}, "ply"),
        ({"ply": None, "move": "deal"}, "ply"),
        ({"ply": "0", "move": "deal"}, "ply"),
        ({"ply": 0.0, "move": "deal"}, "ply"),
        ({"ply": True, "move": "deal"}, "ply"),
        ({"ply": -1, "move": "deal"}, "ply"),
        ({"ply": 0}, "move"),
        ({"ply": 0, "move": "deal", "moves": ["deal"]}, "move"),
        ({"ply": 0, "move": None}, "move"),
        ({"ply": 0, "move": ["deal"]}, "move"),
        ({"ply": 0, "moves": "deal"}, "moves"),
        ({"ply": 0, "moves": []}, "moves"),
        ({"ply": 0, "moves": [1]}, "moves"),
        ({"ply": 0, "moves": ["deal", None]}, "moves"),
        ({"ply": 0, "moves": {"0": "deal"}}, "moves"),
        ({"ply": 0, "moves": ["deal"] * 1001}, "moves"),
    ],
)
def test_a_malformed_request_names_its_field(
    as_ann: APIClient, casual: Game, body: Any, field: str
) -> None:
    assert list(problem_of(as_ann.post(moves(casual), body), 400, "invalid")["errors"]) == [field]
    assert actions(casual) == []


@pytest.mark.parametrize(
    "text", ["", " ", "Deal", "deal ", "t0-f", "t8-f", "f-t1", "t1-t2:1", "t1-t1x", "r1-t2:2", "\n"]
)
def test_what_is_no_notation_is_refused_with_its_index(
    as_ann: APIClient, casual: Game, text: str
) -> None:
    answer = as_ann.post(moves(casual), {"ply": 0, "moves": ["deal", text, "?"]})
    assert problem_of(answer, 400, "bad_notation")["index"] == 1
    assert actions(casual) == []


def test_a_long_text_that_is_no_move_is_not_sent_back_whole(
    as_ann: APIClient, casual: Game
) -> None:
    answer = as_ann.post(moves(casual), {"ply": 0, "move": "x" * 10_000})
    assert len(problem_of(answer, 400, "bad_notation")["detail"]) < 100


# -- Repeated and stale


def test_a_move_that_stands_already_is_answered_with_the_present_game(
    as_ann: APIClient, ranked: Game
) -> None:
    first = as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    again = as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    assert (again.status_code, again.json()) == (200, first.json())
    assert actions(ranked) == ["r6-f"]


def test_a_list_that_stands_already_is_a_retry_although_more_was_played(
    as_ann: APIClient, ranked: Game
) -> None:
    line = playing.WINNING_LINE
    playing.post_line(as_ann, moves(ranked), line[:6])
    again = as_ann.post(moves(ranked), {"ply": 1, "moves": line[1:4]})
    assert (again.status_code, again.json()["ply"]) == (200, 6)
    assert actions(ranked) == line[:6]


def test_a_list_that_stands_only_in_part_is_stale(as_ann: APIClient, ranked: Game) -> None:
    line = playing.WINNING_LINE
    as_ann.post(moves(ranked), {"ply": 0, "moves": line[:2]})
    answer = as_ann.post(moves(ranked), {"ply": 0, "moves": line[:3]})
    assert problem_of(answer, 409, "stale")["game"]["ply"] == 2
    assert actions(ranked) == line[:2]


def test_another_move_at_a_past_ply_is_stale_and_brings_the_present_game(
    as_ann: APIClient, ranked: Game
) -> None:
    present = as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"}).json()
    problem = problem_of(as_ann.post(moves(ranked), {"ply": 0, "move": "deal"}), 409, "stale")
    assert problem["game"] == present
    assert problem["detail"] == "The game stands at ply 1, not at 0."


def test_staleness_is_looked_at_before_legality(as_ann: APIClient, ranked: Game) -> None:
    as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    problem_of(as_ann.post(moves(ranked), {"ply": 0, "move": "t1-f"}), 409, "stale")


@pytest.mark.parametrize("ply", ["1", "1000", "9" * 30])
def test_a_ply_to_come_is_stale(as_ann: APIClient, casual: Game, ply: str) -> None:
    body = f'{{"ply": {ply}, "move": "deal"}}'
    answer = as_ann.post(moves(casual), body, content_type="application/json")
    problem_of(answer, 409, "stale")


# -- Illegal


def test_an_illegal_move_takes_the_whole_list_with_it(as_ann: APIClient, ranked: Game) -> None:
    answer = as_ann.post(moves(ranked), {"ply": 0, "moves": ["r6-f", "r6-f", "deal"]})
    problem = problem_of(answer, 422, "illegal_move")
    assert problem["index"] == 1
    assert "r6-f cannot be played now" in problem["detail"]
    assert problem["detail"].endswith(" ?16")
    assert actions(ranked) == []


def test_a_fourth_deal_is_illegal(as_ann: APIClient, ranked: Game) -> None:
    answer = as_ann.post(moves(ranked), {"ply": 0, "moves": ["deal"] * 4})
    assert problem_of(answer, 422, "illegal_move")["index"] == 3


# -- Undo


def test_undo_takes_back_the_last_move_and_is_appended(as_ann: APIClient, ranked: Game) -> None:
    before = as_ann.get(f"/api/v1/games/{ranked.pk}").json()
    as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    after = as_ann.post(moves(ranked), {"ply": 1, "move": "undo"}).json()
    assert (after["ply"], after["undos"], after["can_undo"]) == (2, 1, False)
    assert after["position"] == before["position"]
    assert actions(ranked) == ["r6-f", "undo"]


@pytest.mark.parametrize("played", [[], ["r6-f", "undo"], ["deal", "undo"]])
def test_with_nothing_standing_there_is_nothing_to_undo(
    as_ann: APIClient, ann: User, clock: Clock, played: list[str]
) -> None:
    game = playing.play_line(
        playing.casual_game(ann, playing.WINNABLE, clock.now), played, clock.now
    )
    answer = as_ann.post(moves(game), {"ply": len(played), "move": "undo"})
    assert problem_of(answer, 409, "nothing_to_undo")["game"]["ply"] == len(played)


def test_in_a_ranked_game_a_deal_stays(as_ann: APIClient, ranked: Game) -> None:
    as_ann.post(moves(ranked), {"ply": 0, "moves": ["r6-f", "deal"]})
    answer = as_ann.post(moves(ranked), {"ply": 2, "move": "undo"})
    assert not problem_of(answer, 409, "undo_crosses_deal")["game"]["can_undo"]
    assert actions(ranked) == ["r6-f", "deal"]


def test_in_a_casual_game_a_deal_may_be_taken_back(as_ann: APIClient, casual: Game) -> None:
    answer = as_ann.post(moves(casual), {"ply": 0, "moves": ["deal", "undo"]})
    assert answer.json()["position"].endswith(" ?16")


def test_a_casual_game_that_stands_alike_takes_no_deal_of_a_ranked_one_back(
    as_ann: APIClient, ann: User, ranked: Game, clock: Clock
) -> None:
    casual = playing.casual_game(ann, playing.WINNABLE, clock.now)
    for game in (ranked, casual):
        as_ann.post(moves(game), {"ply": 0, "move": "deal"})
    problem_of(as_ann.post(moves(ranked), {"ply": 1, "move": "undo"}), 409, "undo_crosses_deal")
    assert as_ann.post(moves(casual), {"ply": 1, "move": "undo"}).json()["ply"] == 2


def test_undo_brings_a_lost_game_back(as_ann: APIClient, lost: Game) -> None:
    assert lost.status == "lost"
    game = as_ann.post(moves(lost), {"ply": lost.ply, "move": "undo"}).json()
    assert (game["status"], game["moves"], game["finished_at"]) == ("playing", None, None)
    assert "r7-t1" in game["legal_moves"]


def test_a_ranked_game_lost_by_a_deal_stays_lost(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    contest = playing.daily_on(clock.now.date(), playing.LOST_BY_DEALING)
    game = playing.ranked_game(ann, contest, clock.now)
    lost = as_ann.post(moves(game), {"ply": 0, "moves": playing.LAST_DEALS}).json()
    assert (lost["status"], lost["can_undo"]) == ("lost", False)
    problem_of(as_ann.post(moves(game), {"ply": 3, "move": "undo"}), 409, "undo_crosses_deal")


def test_a_list_goes_on_after_a_loss_only_by_undo(as_ann: APIClient, lost: Game) -> None:
    answer = as_ann.post(moves(lost), {"ply": 4, "moves": ["undo", "r7-t1", "t1-f"]})
    assert problem_of(answer, 409, "game_over")["index"] == 2
    answer = as_ann.post(moves(lost), {"ply": 4, "moves": ["undo", "r7-t1", "undo", "concede"]})
    assert answer.json()["status"] == "conceded"


# -- Cards that a list deals itself (R13)


# On the winnable deck the first card dealt to r5 goes home, the one dealt to r1 does not.
@pytest.mark.parametrize("play", ["r5-f", "r1-f", "r5-t1"])
def test_a_list_plays_no_card_that_it_deals_whether_it_could_or_not(
    as_ann: APIClient, ranked: Game, play: str
) -> None:
    start = ["r6-f", "r1-t6", "r7-t6", "t7-t1"]
    before = as_ann.post(moves(ranked), {"ply": 0, "moves": start}).json()["position"]
    answer = as_ann.post(moves(ranked), {"ply": 4, "moves": ["deal", play]})
    problem = problem_of(answer, 422, "illegal_move")
    assert problem["index"] == 1
    assert problem["detail"] == f"{play} cannot be played now: {before}"
    assert actions(ranked) == start


def test_what_cannot_hang_on_the_cards_dealt_may_follow_in_the_list(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    line = ["r6-f", "r1-t6", "r7-t6", "deal", "t7-t1", "deal", "undo", "undo", "undo", "r6-f"]
    refused = as_ann.post(moves(game), {"ply": 0, "moves": line})
    assert problem_of(refused, 422, "illegal_move")["index"] == 9
    assert as_ann.post(moves(game), {"ply": 0, "moves": line[:9]}).json()["ply"] == 9
    line = [*playing.LAST_DEALS, "undo"]
    assert as_ann.post(moves(game), {"ply": 9, "moves": line}).json()["ply"] == 13


@pytest.mark.parametrize("number", [playing.WINNABLE, playing.LOST_BY_DEALING])
@pytest.mark.parametrize("last", ["deal", "concede", "t1-f"])
def test_nothing_tells_beforehand_whether_the_last_deal_loses(
    as_ann: APIClient, ann: User, clock: Clock, number: int, last: str
) -> None:
    game = playing.ranked_game(ann, playing.daily_on(clock.now.date(), number), clock.now)
    answer = as_ann.post(moves(game), {"ply": 0, "moves": [*playing.LAST_DEALS, last]})
    assert problem_of(answer, 422, "illegal_move")["index"] == 3


def test_who_brought_the_deck_may_play_all_of_it_in_one_list(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game_on_own_deck(ann, clock.now)
    answer = as_ann.post(moves(game), {"ply": 0, "moves": playing.WINNING_LINE})
    assert answer.json()["status"] == "won"


def test_who_plays_a_deck_that_somebody_else_brought_may_not(
    as_bob: APIClient, ann: User, clock: Clock
) -> None:
    brought = playing.casual_game_on_own_deck(ann, clock.now)
    game = as_bob.post("/api/v1/games", {"deal": brought.deal_id}).json()
    answer = as_bob.post(
        f"/api/v1/games/{game['id']}/moves", {"ply": 0, "moves": playing.WINNING_LINE}
    )
    problem_of(answer, 422, "illegal_move")
    again = as_bob.post("/api/v1/games", {"deck": brought.deal.deck}).json()
    answer = as_bob.post(
        f"/api/v1/games/{again['id']}/moves", {"ply": 0, "moves": playing.WINNING_LINE}
    )
    assert answer.json()["status"] == "won"


def test_a_deck_of_ones_own_is_known_the_second_time_too_and_whoever_else_has_played_it(
    as_ann: APIClient, as_bob: APIClient, ann: User, clock: Clock
) -> None:
    first = playing.casual_game_on_own_deck(ann, clock.now)
    second = as_ann.post("/api/v1/games", {"deal": first.deal_id}).json()["id"]
    assert as_bob.post("/api/v1/games", {"deal": first.deal_id}).status_code == 201
    for game_id in (first.pk, second):
        url = f"/api/v1/games/{game_id}/moves"
        answer = as_ann.post(url, {"ply": 0, "moves": playing.WINNING_LINE})
        assert answer.json()["status"] == "won"


def test_who_plays_the_deck_of_a_settled_day_may_play_all_of_it_in_one_list(
    as_ann: APIClient, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    game = as_ann.post("/api/v1/games", {"deal": winnable.deal_id}).json()
    answer = as_ann.post(
        f"/api/v1/games/{game['id']}/moves", {"ply": 0, "moves": playing.WINNING_LINE}
    )
    assert answer.json()["status"] == "won"


# -- Over


@pytest.mark.parametrize("action", ["deal", "undo", "concede", "t1-f"])
def test_a_won_game_takes_no_action(as_ann: APIClient, ranked: Game, action: str) -> None:
    playing.post_line(as_ann, moves(ranked), playing.WINNING_LINE)
    answer = as_ann.post(moves(ranked), {"ply": playing.WIN_MOVES, "move": action})
    problem = problem_of(answer, 409, "game_over")
    assert problem["game"]["status"] == "won"
    assert action in problem["detail"]


@pytest.mark.parametrize("action", ["deal", "undo", "concede"])
def test_a_conceded_game_takes_no_action(as_ann: APIClient, casual: Game, action: str) -> None:
    conceded = as_ann.post(moves(casual), {"ply": 0, "moves": ["deal", "concede"]}).json()
    assert (conceded["status"], conceded["moves"]) == ("conceded", 2)
    answer = as_ann.post(moves(casual), {"ply": 2, "move": action})
    problem_of(answer, 409, "game_over")


@pytest.mark.parametrize("action", ["deal", "t1-f", "concede"])
def test_a_lost_game_takes_nothing_but_undo(as_ann: APIClient, lost: Game, action: str) -> None:
    problem_of(as_ann.post(moves(lost), {"ply": 4, "move": action}), 409, "game_over")


def test_nothing_follows_a_win_within_a_list(as_ann: APIClient, ann: User, clock: Clock) -> None:
    game = playing.casual_game_on_own_deck(ann, clock.now)
    answer = as_ann.post(moves(game), {"ply": 0, "moves": [*playing.WINNING_LINE, "undo"]})
    assert problem_of(answer, 409, "game_over")["index"] == playing.WIN_MOVES
    assert actions(game) == []


# -- Settled


def test_a_settled_contest_takes_no_action(
    as_ann: APIClient, ranked: Game, clock: Clock, winnable: Contest
) -> None:
    clock.now = winnable.settles_at
    problem = problem_of(as_ann.post(moves(ranked), {"ply": 0, "move": "deal"}), 409, "closed")
    assert (problem["game"]["status"], problem["game"]["legal_moves"]) == ("expired", [])


def test_a_retry_is_answered_after_settlement_too(
    as_ann: APIClient, ranked: Game, clock: Clock
) -> None:
    as_ann.post(moves(ranked), {"ply": 0, "move": "deal"})
    clock.move(days=3)
    assert as_ann.post(moves(ranked), {"ply": 0, "move": "deal"}).status_code == 200


def test_a_loss_cannot_be_taken_back_after_settlement(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    contest = playing.daily_on(clock.now.date(), playing.LOSABLE)
    game = playing.ranked_game(ann, contest, clock.now)
    assert playing.play_line(game, playing.LOSING_LINE, clock.now).status == "lost"
    clock.now = contest.settles_at
    problem = problem_of(as_ann.post(moves(game), {"ply": 4, "move": "undo"}), 409, "closed")
    assert not problem["game"]["can_undo"]


def test_that_a_game_was_won_is_said_before_that_its_day_is_closed(
    as_ann: APIClient, ann: User, winnable: Contest, clock: Clock
) -> None:
    game = playing.win(ann, winnable, clock.now)
    clock.now = winnable.settles_at
    problem_of(as_ann.post(moves(game), {"ply": 88, "move": "undo"}), 409, "game_over")


# -- The cap


def test_a_history_holds_a_thousand_actions_and_no_more(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    game = playing.casual_game(ann, playing.WINNABLE, clock.now)
    playing.play_line(game, ["r6-f", "undo"] * 499, clock.now)
    answer = as_ann.post(moves(game), {"ply": 998, "moves": ["r6-f", "undo", "r6-f"]})
    assert problem_of(answer, 409, "move_cap")["index"] == 2
    full = as_ann.post(moves(game), {"ply": 998, "moves": ["r6-f", "undo"]})
    assert full.json()["ply"] == 1000
    problem_of(as_ann.post(moves(game), {"ply": 1000, "move": "concede"}), 409, "move_cap")
    assert as_ann.post(moves(game), {"ply": 999, "move": "undo"}).status_code == 200


# -- Pauses


def test_pauses_are_whole_seconds_and_never_negative(
    as_ann: APIClient, ranked: Game, clock: Clock
) -> None:
    clock.move(seconds=12.9)
    as_ann.post(moves(ranked), {"ply": 0, "move": "r6-f"})
    clock.move(seconds=-60)
    as_ann.post(moves(ranked), {"ply": 1, "moves": ["undo", "deal"]})
    assert Game.objects.get(pk=ranked.pk).pauses == "12 0 0"

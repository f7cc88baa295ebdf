"""`POST games`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from agnes_site.wire import CourtesyThrottle
from games.models import Deal, Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock, SolvedDeal
    from games.models import Contest

GAMES = "/api/v1/games"
NO_FLAGS: list[Any] = ["perhaps", "false", "no", 0, 0.0, 1, None, []]


@pytest.mark.parametrize(
    ("body", "verdict"),
    [(None, "won"), ({}, "won"), ({"winnable": True}, "won"), ({"winnable": False}, "unknown")],
)
def test_a_casual_game_starts_on_a_fresh_deal(as_ann: APIClient, body: Any, verdict: str) -> None:
    answer = as_ann.post(GAMES, body)
    game = answer.json()
    assert answer.status_code == 201
    assert (game["kind"], game["ranked"], game["contest"]) == ("casual", False, None)
    assert (game["ply"], game["status"], game["public"]) == (0, "playing", False)
    deal = Deal.objects.get()
    assert (game["deal"], deal.verdict) == (deal.pk, verdict)


def test_every_fresh_deal_is_another(as_ann: APIClient) -> None:
    for _ in range(3):
        as_ann.post(GAMES)
    assert len(set(Deal.objects.values_list("seed", flat=True))) == 3


def test_a_deck_of_ones_own_is_won_by_its_known_line(
    as_ann: APIClient, solved: list[SolvedDeal]
) -> None:
    game = as_ann.post(GAMES, {"deck": solved[0].deck}).json()
    assert game["base_rank"] == solved[0].deck[0]
    answer = as_ann.post(f"{GAMES}/{game['id']}/moves", {"ply": 0, "moves": solved[0].line})
    assert answer.json()["status"] == "won"
    deal = Deal.objects.get()
    assert (deal.seed, deal.shuffle_version, deal.deck) == (None, None, solved[0].deck)


def test_a_deck_is_read_without_its_spaces_too(as_ann: APIClient, solved: list[SolvedDeal]) -> None:
    answer = as_ann.post(GAMES, {"deck": solved[0].deck.replace(" ", "")})
    assert answer.status_code == 201
    assert Deal.objects.get().deck == solved[0].deck


def test_another_game_on_the_same_deal(as_ann: APIClient, as_bob: APIClient) -> None:
    first = as_ann.post(GAMES).json()
    for client in (as_ann, as_bob):
        again = client.post(GAMES, {"deal": first["deal"]}).json()
        assert (again["deal"], again["position"]) == (first["deal"], first["position"])
        assert again["id"] != first["id"]


def test_a_settled_daily_is_played_casually(
    as_ann: APIClient, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    for body in ({"daily": "2026-11-30"}, {"deal": winnable.deal_id}):
        game = as_ann.post(GAMES, body).json()
        assert (game["kind"], game["ranked"], game["deal"]) == ("casual", False, winnable.deal_id)


@pytest.mark.parametrize("days", [0, 1, 1.99])
def test_the_deal_of_a_daily_is_not_played_casually_before_it_is_settled(
    as_ann: APIClient, winnable: Contest, clock: Clock, days: float
) -> None:
    clock.now = winnable.opens_at
    clock.move(days=days)
    for body in ({"daily": "2026-11-30"}, {"deal": winnable.deal_id}):
        problem_of(as_ann.post(GAMES, body), 403, "not_settled")
    assert not Game.objects.exists()


def test_a_daily_to_come_is_not_known_to_exist(
    as_ann: APIClient, winnable: Contest, clock: Clock
) -> None:
    clock.move(days=-1)
    problem_of(as_ann.post(GAMES, {"daily": "2026-11-30"}), 404, "no_such_daily")
    problem_of(as_ann.post(GAMES, {"deal": winnable.deal_id}), 404, "not_found")
    problem_of(as_ann.post(GAMES, {"deal": winnable.deal_id + 1}), 404, "not_found")


def test_nobody_starts_without_signing_in(api: APIClient) -> None:
    problem_of(api.post(GAMES), 401, "not_signed_in")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"deal": 0}, "deal"),
        ({"deal": "one"}, "deal"),
        ({"deal": 2**63}, "deal"),
        ({"deal": []}, "deal"),
        ({"deal": None}, "deal"),
        ({"daily": "2026-11-30T00:00:00Z"}, "daily"),
        ({"daily": None}, "daily"),
        ({"deck": {}}, "deck"),
        ({"deck": "A" * 201}, "deck"),
        ({"deck": ""}, "deck"),
        *[({"winnable": it}, "winnable") for it in NO_FLAGS],
        ({"deal": "1"}, "deal"),
        ({"deal": 1, "daily": "today"}, "non_field_errors"),
        ([], "non_field_errors"),
        ("deck", "non_field_errors"),
    ],
)
def test_a_malformed_request_names_its_field(as_ann: APIClient, body: Any, field: str) -> None:
    assert list(problem_of(as_ann.post(GAMES, body), 400, "invalid")["errors"]) == [field]


@pytest.mark.parametrize("spoil", ["51 cards", "twice", "lower case", "no card"])
def test_a_deck_is_52_different_cards(
    as_ann: APIClient, solved: list[SolvedDeal], spoil: str
) -> None:
    cards = solved[0].deck.split()
    deck = {
        "51 cards": " ".join(cards[1:]),
        "twice": " ".join([*cards[1:], cards[1]]),
        "lower case": solved[0].deck.lower(),
        "no card": " ".join(["1C", *cards[1:]]),
    }[spoil]
    problem = problem_of(as_ann.post(GAMES, {"deck": deck}), 400, "bad_notation")
    assert list(problem["errors"]) == ["deck"]
    assert not Deal.objects.exists()


def test_what_a_player_may_not_choose_is_passed_over(as_ann: APIClient, bob: User) -> None:
    wishes = {"player": bob.pk, "status": "won", "ply": 54, "moves": 54, "is_public": True}
    game = as_ann.post(GAMES, {**wishes, "contest": 1, "position": "x", "history": "deal"}).json()
    assert (game["player"], game["status"], game["ply"]) == ("ann", "playing", 0)
    assert (game["moves"], game["public"], game["contest"]) == (None, False, None)


def test_new_games_are_held_to_a_rate(
    as_ann: APIClient, as_bob: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CourtesyThrottle, "THROTTLE_RATES", {"new-game": "2/min"})
    assert [as_ann.post(GAMES).status_code for _ in range(2)] == [201, 201]
    answer = as_ann.post(GAMES)
    problem_of(answer, 429, "throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert as_ann.get(GAMES).status_code == 200
    assert as_bob.post(GAMES).status_code == 201


@pytest.mark.parametrize("other", [{"deal": 1}, {"daily": "today"}])
def test_a_deck_and_another_source_are_one_too_many(
    as_ann: APIClient, solved: list[SolvedDeal], other: dict[str, Any]
) -> None:
    problem_of(as_ann.post(GAMES, {"deck": solved[0].deck, **other}), 400, "invalid")
    assert not Game.objects.exists()


def test_a_daily_casually_is_no_ranked_game(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    game = as_ann.post(GAMES, {"daily": "2026-11-30"}).json()
    won = as_ann.post(f"{GAMES}/{game['id']}/moves", {"ply": 0, "moves": playing.WINNING_LINE})
    assert won.json()["status"] == "won"
    board = as_ann.get("/api/v1/daily/2026-11-30/leaderboard").json()
    assert (board["winners"], board["me"]) == (0, None)

"""`GET games/ID/moves`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.engine import Deck, opening, parse_history, walk
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from conftest import Clock
    from games.models import Contest, Game


def url(game: Game, query: str = "") -> str:
    return f"/api/v1/games/{game.pk}/moves{query}"


def plies(page: Any) -> list[int]:
    return [row["ply"] for row in page["results"]]


@pytest.fixture
def played(ranked: Game, clock: Clock) -> Game:
    """Ann's ranked game after six actions, an undo among them."""
    for action in ("r6-f", "undo", "r6-f", "r1-t6", "r7-t6", "t7-t1"):
        playing.play_line(ranked, [action], clock.move(seconds=2.5))
    return ranked


def test_every_action_stands_in_its_order_with_its_pause(as_ann: APIClient, played: Game) -> None:
    history = as_ann.get(url(played)).json()
    assert history["game"] == as_ann.get(f"/api/v1/games/{played.pk}").json()
    assert [row["move"] for row in history["results"]] == played.history.split()
    assert plies(history) == [1, 2, 3, 4, 5, 6]
    assert history["results"][1] == {"ply": 2, "move": "undo", "pause": 2}
    assert (history["next"], history["previous"]) == (None, None)


def test_a_game_not_begun_has_an_empty_history(as_ann: APIClient, ranked: Game) -> None:
    assert as_ann.get(url(ranked)).json()["results"] == []


def test_positions_come_when_asked_for_with_the_stock_hidden(
    as_ann: APIClient, played: Game
) -> None:
    rows = as_ann.get(url(played, "?positions=1")).json()["results"]
    deck = Deck.parse(played.deal.deck)
    attempts = walk(deck, parse_history(played.history), ranked=True)
    assert [row["position"] for row in rows] == [str(each.position.hidden()) for each in attempts]
    assert rows[1]["position"] == str(opening(deck).hidden())
    assert all(row["position"].endswith(" ?16") for row in rows)
    for query in ("", "?positions=0"):
        assert all(
            "position" not in row for row in as_ann.get(url(played, query)).json()["results"]
        )


@pytest.mark.parametrize("value", ["", "2", "yes", "%00"])
def test_positions_are_asked_for_by_0_or_1(as_ann: APIClient, played: Game, value: str) -> None:
    problem = problem_of(as_ann.get(url(played, f"?positions={value}")), 400, "invalid")
    assert list(problem["errors"]) == ["positions"]


def test_pages_lead_on_and_back_while_the_game_goes_on(
    as_ann: APIClient, played: Game, clock: Clock
) -> None:
    first = as_ann.get(url(played, "?limit=4&positions=1")).json()
    assert (plies(first), first["previous"]) == ([1, 2, 3, 4], None)
    playing.play_line(played, ["deal", "r5-f", "deal"], clock.now)
    second = as_ann.get(first["next"]).json()
    assert plies(second) == [5, 6, 7, 8]
    assert "position" in second["results"][0]
    third = as_ann.get(second["next"]).json()
    assert (plies(third), third["next"]) == ([9], None)
    assert plies(as_ann.get(third["previous"]).json()) == [5, 6, 7, 8]


def test_a_page_before_the_first_begins_at_the_first(as_ann: APIClient, played: Game) -> None:
    page = as_ann.get(url(played, "?limit=4&cursor=2")).json()
    assert plies(page) == [3, 4, 5, 6]
    assert plies(as_ann.get(page["previous"]).json()) == [1, 2, 3, 4]


def test_a_cursor_alone_asks_for_a_page_of_the_usual_length(
    as_ann: APIClient, played: Game
) -> None:
    page = as_ann.get(url(played, "?cursor=2")).json()
    assert plies(page)[0] == 3
    assert page["previous"]


def test_beyond_the_last_action_is_an_empty_page(as_ann: APIClient, played: Game) -> None:
    assert as_ann.get(url(played, "?limit=4&cursor=999999999")).json()["results"] == []


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "%00", "²", "9" * 5000])
def test_what_is_no_cursor_is_refused(as_ann: APIClient, played: Game, cursor: str) -> None:
    problem_of(as_ann.get(url(played, f"?limit=2&cursor={cursor}")), 400, "bad_cursor")


def test_a_malformed_limit_is_refused(as_ann: APIClient, played: Game) -> None:
    problem_of(as_ann.get(url(played, "?limit=0")), 400, "invalid")


def test_anothers_daily_is_read_once_it_is_settled(
    as_bob: APIClient, api: APIClient, played: Game, winnable: Contest, clock: Clock
) -> None:
    problem_of(as_bob.get(url(played)), 403, "not_settled")
    problem_of(api.get(url(played)), 401, "not_signed_in")
    clock.now = winnable.closes_at
    problem_of(as_bob.get(url(played)), 403, "not_settled")
    clock.now = winnable.settles_at
    for client in (as_bob, api):
        history = client.get(url(played)).json()
        assert plies(history) == [1, 2, 3, 4, 5, 6]
        assert history["game"]["status"] == "expired"


def test_anothers_casual_history_and_none_are_alike(as_bob: APIClient, casual: Game) -> None:
    problem_of(as_bob.get(url(casual)), 404, "not_found")
    problem_of(as_bob.get("/api/v1/games/999999/moves"), 404, "not_found")

"""`GET games`."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from accounts.tests.asserting import problem_of
from games.engine import Deck, opening
from games.models import Game
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest

GAMES = "/api/v1/games"
NDJSON = "application/x-ndjson"


def casual_games(player: User, clock: Clock, number: int) -> list[int]:
    """Casual games on one deal, newest first, by their id."""
    deal = playing.deal_numbered(playing.WINNABLE)
    game = Game(
        player=player,
        deal=deal,
        position=str(opening(Deck.parse(deal.deck))),
        started_at=clock.now,
        acted_at=clock.now,
    )
    for _ in range(number):
        game.pk = None
        game.save(force_insert=True)
    return list(Game.objects.filter(player=player).order_by("-id").values_list("id", flat=True))


def ids(answer: Any) -> list[int]:
    return [row["id"] for row in answer.json()["results"]]


def test_my_games_are_listed_newest_first_and_nobody_elses(
    as_ann: APIClient, ann: User, bob: User, clock: Clock
) -> None:
    casual_games(bob, clock, 1)
    mine = casual_games(ann, clock, 2)
    answer = as_ann.get(GAMES)
    assert ids(answer) == mine
    assert (answer.json()["next"], answer.json()["previous"]) == (None, None)
    assert answer.json()["results"][0] == as_ann.get(f"{GAMES}/{mine[0]}").json()


def test_nobody_has_games_without_signing_in(api: APIClient, casual: Game) -> None:
    problem_of(api.get(GAMES), 401, "not_signed_in")


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(GAMES), 405, "method_not_allowed")


# -- Filters


@pytest.fixture
def one_of_each(ann: User, clock: Clock) -> dict[str, int]:
    """The id of a game of Ann's by what became of it; the clock stands at noon two days later."""
    lines = {
        "expired": [],
        "won": playing.WINNING_LINE,
        "conceded": ["deal", "concede"],
        "playing": ["deal"],
    }
    day = playing.daily_on(clock.now.date())
    games = {"expired": playing.ranked_game(ann, day, clock.now)}
    clock.move(days=1)
    day = playing.daily_on(clock.now.date(), 1)
    games["unfinished daily"] = playing.ranked_game(ann, day, clock.now)
    for name in ("won", "conceded", "playing"):
        games[name] = playing.casual_game(ann, playing.WINNABLE, clock.move(hours=1))
        playing.play_line(games[name], lines[name], clock.now)
    games["lost"] = playing.casual_game(ann, playing.LOSABLE, clock.move(hours=1))
    playing.play_line(games["lost"], playing.LOSING_LINE, clock.now)
    clock.move(hours=20)
    return {name: game.pk for name, game in games.items()}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["lost", "playing", "conceded", "won", "unfinished daily", "expired"]),
        ("status=won", ["won"]),
        ("status=lost", ["lost"]),
        ("status=conceded", ["conceded"]),
        ("status=expired", ["expired"]),
        ("status=playing", ["playing", "unfinished daily"]),
        ("kind=daily", ["unfinished daily", "expired"]),
        ("kind=casual", ["lost", "playing", "conceded", "won"]),
        ("kind=challenge", []),
        ("kind=daily&status=playing", ["unfinished daily"]),
        ("since=2026-12-01T13:00:00Z&until=2026-12-01T15:00:00Z", ["conceded", "won"]),
        ("since=2026-12-01T15:00:00Z", ["lost", "playing"]),
        ("until=2026-12-01", ["expired"]),
        ("since=2026-12-01T17:00:00%2B02:00", ["lost", "playing"]),
    ],
)
def test_filters_narrow_the_list(
    as_ann: APIClient, one_of_each: dict[str, int], query: str, names: list[str]
) -> None:
    expected = [one_of_each[name] for name in names]
    assert ids(as_ann.get(f"{GAMES}?{query}")) == expected
    lines = as_ann.get(f"{GAMES}?{query}", headers={"accept": NDJSON}).getvalue().splitlines()
    assert [json.loads(line)["id"] for line in lines] == expected


@pytest.mark.parametrize(
    "query",
    [
        *[
            "status=winning",
            "status=",
            "since=",
            "status=%00",
            "kind=weekly",
            "since=yesterday",
            "until=2026-13-01",
        ],
        *["since=%00", "since=0001-01-01T00:00:00%2B14:00", "until=9999-12-31T23:59:59-14:00"],
        *["limit=0", "limit=none"],
    ],
)
def test_a_malformed_filter_names_its_field(as_ann: APIClient, query: str) -> None:
    problem = problem_of(as_ann.get(f"{GAMES}?{query}"), 400, "invalid")
    assert list(problem["errors"]) == [query.partition("=")[0]]


# -- All of them


def test_all_games_stream_one_a_line(as_ann: APIClient, ann: User, clock: Clock) -> None:
    mine = casual_games(ann, clock, 120)
    answer = as_ann.get(GAMES, headers={"accept": NDJSON})
    assert answer.headers["Content-Type"] == NDJSON
    assert "private" in answer.headers["Cache-Control"]
    rows = [json.loads(line) for line in answer.getvalue().decode().splitlines()]
    assert [row["id"] for row in rows] == mine
    assert rows[0] == as_ann.get(f"{GAMES}/{mine[0]}").json()


def test_a_player_without_games_streams_nothing(as_ann: APIClient) -> None:
    answer = as_ann.get(GAMES, headers={"accept": NDJSON})
    assert (answer.status_code, answer.getvalue()) == (200, b"")


# -- Pages


def test_pages_lead_on_and_back_through_all_games(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    mine = casual_games(ann, clock, 25)
    pages = [as_ann.get(f"{GAMES}?limit=10")]
    while pages[-1].json()["next"]:
        pages.append(as_ann.get(pages[-1].json()["next"]))
    assert [ids(page) for page in pages] == [mine[:10], mine[10:20], mine[20:]]
    back = as_ann.get(pages[-1].json()["previous"])
    assert ids(back) == mine[10:20]
    first = as_ann.get(back.json()["previous"])
    assert (ids(first), first.json()["previous"]) == (mine[:10], None)


def test_rows_that_come_meanwhile_shift_no_page(as_ann: APIClient, ann: User, clock: Clock) -> None:
    mine = casual_games(ann, clock, 6)
    first = as_ann.get(f"{GAMES}?limit=2")
    grown = casual_games(ann, clock, 3)
    second = as_ann.get(first.json()["next"])
    assert ids(second) == mine[2:4]
    newer = as_ann.get(second.json()["previous"])
    assert ids(newer) == mine[:2]
    newest = as_ann.get(newer.json()["previous"])
    assert ids(newest) == grown[1:3]


def test_a_cursor_works_when_its_row_is_gone(as_ann: APIClient, ann: User, clock: Clock) -> None:
    mine = casual_games(ann, clock, 6)
    first = as_ann.get(f"{GAMES}?limit=2")
    Game.objects.filter(pk__in=mine[1:3]).delete()
    second = as_ann.get(first.json()["next"])
    assert ids(second) == mine[3:5]
    assert ids(as_ann.get(second.json()["previous"])) == [mine[0]]


def test_a_page_deep_down_is_as_long_as_the_first(
    as_ann: APIClient, ann: User, clock: Clock
) -> None:
    mine = casual_games(ann, clock, 205)
    seen, url = [], f"{GAMES}?limit=100"
    while url:
        page = as_ann.get(url)
        seen.append(ids(page))
        url = page.json()["next"]
    assert [len(page) for page in seen] == [100, 100, 5]
    assert list(chain(*seen)) == mine


def test_links_keep_the_filters(as_ann: APIClient, ann: User, clock: Clock) -> None:
    mine = casual_games(ann, clock, 3)
    page = as_ann.get(f"{GAMES}?limit=1&kind=casual&status=playing").json()
    assert "kind=casual" in page["next"]
    assert "status=playing" in page["next"]
    assert ids(as_ann.get(page["next"])) == mine[1:2]


def test_beyond_the_last_row_is_an_empty_page(as_ann: APIClient, ann: User, clock: Clock) -> None:
    mine = casual_games(ann, clock, 2)
    following = as_ann.get(f"{GAMES}?limit=1").json()["next"]
    Game.objects.filter(pk=mine[1]).delete()
    assert as_ann.get(following).json() == {"results": [], "next": None, "previous": None}


def test_a_settled_daily_is_still_in_my_list(
    as_ann: APIClient, ranked: Game, winnable: Contest, clock: Clock
) -> None:
    clock.now = winnable.settles_at
    rows = as_ann.get(GAMES).json()["results"]
    assert [(row["id"], row["status"]) for row in rows] == [(ranked.pk, "expired")]

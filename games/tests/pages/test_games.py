"""My games, the board's page, and a game's history."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from games.models import Game
from games.services.games import game_publish
from games.tests import playing
from games.tests.pages.reading import html, link, rows, words

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from conftest import Clock


def embedded(page: str, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', page)
    assert found, f"no JSON called {name}"
    return json.loads(found[1])


def test_without_a_game_the_list_says_so(ann_looks: Client) -> None:
    assert "No game yet." in words(html(ann_looks, "/games"))


def test_my_games_are_mine_and_stand_newest_first(
    ann_looks: Client, bob: User, ranked: Game, lost: Game, clock: Clock
) -> None:
    playing.casual_game(bob, playing.WINNABLE, clock.now)
    assert rows(html(ann_looks, "/games")) == [
        f"Casual {lost.pk} 30 Nov 2026 lost 4 Look back",
        "Deal 30 30 Nov 2026 playing 0 Look back",
    ]


@pytest.mark.parametrize("language", ["es", "fr", "pt"])
def test_months_are_written_small_where_the_language_does(
    ann_looks: Client, ranked: Game, language: str
) -> None:
    page = ann_looks.get("/games", headers={"Accept-Language": language}).content.decode()
    assert "30 nov 2026" in rows(page)[0]


def test_a_new_game_is_casual_and_opens_at_once(ann_looks: Client, ann: User) -> None:
    address = ann_looks.post("/games/new")["Location"]
    game = Game.objects.get(player=ann)
    assert address == f"/games/{game.pk}"
    assert game.contest is None


def test_a_new_game_on_no_day_at_all_is_not_found(ann_looks: Client) -> None:
    assert ann_looks.post("/games/new", {"daily": "\x00"}).status_code == 404


def test_the_board_starts_from_the_answer_of_the_api(ann_looks: Client, ranked: Game) -> None:
    page = html(ann_looks, f"/games/{ranked.pk}")
    answer = ann_looks.get(f"/api/v1/games/{ranked.pk}").json()
    game = embedded(page, "game")
    times = ("started_at", "finished_at", "contest")
    assert {k: v for k, v in game.items() if k not in times} == {
        k: v for k, v in answer.items() if k not in times
    }


def test_a_history_lists_every_action(ann_looks: Client, lost: Game) -> None:
    page = html(ann_looks, f"/games/{lost.pk}/history")
    assert [row.split()[0] for row in rows(page)] == [
        *["After", "1", "After", "2"],
        "After",
        "3",
        "4",
    ]
    assert re.findall(r'<code lang="en">(.*?)</code>', page) == playing.LOSING_LINE
    positions = embedded(page, "positions")
    assert [position.rsplit(" ", 1)[1] for position in positions] == ["?16", "?9", "?2", "-", "-"]


def test_a_history_without_an_action_says_so(ann_looks: Client, casual: Game) -> None:
    assert "No action yet." in words(html(ann_looks, f"/games/{casual.pk}/history"))


def test_a_settled_days_histories_are_everybodys(
    nobody: Client, bob_looks: Client, ranked: Game, clock: Clock
) -> None:
    clock.move(days=2)
    address = f"/games/{ranked.pk}/history"
    assert "played by ann" in words(html(nobody, address))
    assert "Play on" not in html(bob_looks, address)


def test_a_published_casual_game_is_everybodys(nobody: Client, lost: Game) -> None:
    game_publish(game=lost, is_public=True)
    page = html(nobody, f"/games/{lost.pk}/history")
    assert page.count("<tr id=") == len(playing.LOSING_LINE)


def test_the_stock_is_on_the_page_of_a_history_once_a_review_may_show_it(
    ann_looks: Client, ranked: Game, clock: Clock
) -> None:
    address = f"/games/{ranked.pk}/history"
    assert embedded(html(ann_looks, address), "stock") == []
    playing.play_line(ranked, ["concede"], clock.now)
    page = html(ann_looks, address)
    assert embedded(page, "stock") == []
    assert "it opens on 2 December, 00:00 UTC" in words(page)
    clock.move(days=2)
    page = html(ann_looks, address)
    assert embedded(page, "stock") == ranked.deal.deck.split()[-16:]
    assert "Review this game</button>" in page


def test_a_game_under_way_has_no_review(ann_looks: Client, casual: Game) -> None:
    page = html(ann_looks, f"/games/{casual.pk}/history")
    assert embedded(page, "stock") == []
    assert "Review this game" not in page
    assert "When the game is over, a review" in words(page)


def test_a_review_asked_for_is_shown_without_asking_again(ann_looks: Client, lost: Game) -> None:
    ann_looks.get(f"/api/v1/games/{lost.pk}/review")
    assert 'data-review="asked"' in html(ann_looks, f"/games/{lost.pk}/history")


# -- Filters


def test_my_games_are_narrowed_by_status_kind_and_days(
    ann_looks: Client, ann: User, ranked: Game, lost: Game, clock: Clock
) -> None:
    clock.move(days=1)
    late = playing.casual_game(ann, playing.WINNABLE, clock.now)

    def found(query: str) -> list[str]:
        return [row.partition(" 2026")[0] for row in rows(html(ann_looks, f"/games?{query}"))]

    names = [f"Casual {late.pk} 1 Dec", f"Casual {lost.pk} 30 Nov", "Deal 30 30 Nov"]
    assert found("") == names
    assert found("status=&kind=&since=&until=") == names
    assert found("status=lost") == names[1:2]
    assert found("kind=daily") == names[2:]
    assert found("kind=casual&status=playing") == names[:1]
    assert found("since=2026-12-01") == names[:1]
    assert found("until=2026-11-30") == names[1:]


def test_a_filter_that_finds_nothing_says_so(ann_looks: Client, casual: Game) -> None:
    said = words(html(ann_looks, "/games?status=won"))
    assert "No game is like that." in said
    assert "All games" in said


@pytest.mark.parametrize(
    "query", ["status=odd", "kind=%00", "since=2026-13-01", "until=9999-12-31", "since=%C3%BC"]
)
def test_what_cannot_be_searched_for_is_said_beside_the_field(
    query: str, ann_looks: Client, casual: Game
) -> None:
    page = html(ann_looks, f"/games?{query}")
    assert 'class="errorlist"' in page
    assert "cannot be searched for" in words(page)


def test_pages_of_a_narrowed_list_stay_narrowed(ann_looks: Client, ann: User, clock: Clock) -> None:
    for _ in range(31):
        playing.casual_game(ann, playing.WINNABLE, clock.now)
    playing.ranked_game(ann, playing.daily_on(clock.now.date()), clock.now)
    second = html(ann_looks, "/games" + link(html(ann_looks, "/games?kind=casual"), "Next →"))
    assert len(rows(second)) == 1
    assert "Casual" in rows(second)[0]


def test_a_page_that_is_refused_says_why(bob_looks: Client, ranked: Game) -> None:
    refused = bob_looks.get(f"/games/{ranked.pk}/history")
    assert refused.status_code == 403
    assert "public once the contest is settled" in words(refused.content.decode())
    missing = bob_looks.get("/daily/2031-01-01")
    assert missing.status_code == 404
    assert "That day has no deal, or not yet." in words(missing.content.decode())

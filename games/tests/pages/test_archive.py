"""The calendar of days."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from games.services.games import game_concede
from games.tests import playing
from games.tests.pages.reading import html, link, words

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest, Game


def days(page: str) -> dict[str, str]:
    """What the calendar says of every day that has a deal, by the address it leads to."""
    cells = re.findall(r'<a class="day [^"]*" href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return {address: words(cell).strip() for address, cell in cells}


def test_a_day_says_in_words_and_by_a_sign_how_it_went(
    ann_looks: Client, ann: User, clock: Clock
) -> None:
    won, conceded, expired, _, _, under_way = (
        playing.daily_on(date(2026, 11, day)) for day in range(25, 31)
    )
    playing.win(ann, won, won.opens_at)
    game = playing.ranked_game(ann, conceded, conceded.opens_at)
    game_concede(game=game, sent_ply=0, now=conceded.opens_at)
    for contest in (expired, under_way):
        playing.ranked_game(ann, contest, contest.opens_at)
    assert days(html(ann_looks, "/daily")) == {
        "/daily/2026-11-25": "Wednesday, 25 ✓ won, rank 1",
        "/daily/2026-11-26": "Thursday, 26 ✕ not won",
        "/daily/2026-11-27": "Friday, 27 ✕ not won",
        "/daily/2026-11-28": "Saturday, 28 \N{EN DASH} not played",
        "/daily/2026-11-29": "Sunday, 29 \N{EN DASH} not played",
        "/daily/2026-11-30": "Monday, 30 ◐ under way",
    }
    said = words(html(ann_looks, "/daily"))
    assert "Of 6 days of this month: 1 won, 2 played without winning, 1 under way." in said


def test_todays_deal_is_open_and_marked(nobody: Client, winnable: Contest) -> None:
    page = html(nobody, "/daily")
    assert days(page) == {"/daily/2026-11-30": "Monday, 30 ○ open"}
    assert page.count('aria-current="date"') == 1


def test_a_month_stands_in_weeks_from_monday(nobody: Client, winnable: Contest) -> None:
    rows = re.findall(r"<tr>(.*?)</tr>", html(nobody, "/daily").partition("<tbody>")[2], re.DOTALL)
    assert [row.count("<td") for row in rows] == [7] * 6
    assert words(rows[0]).split() == ["1"]


def test_older_months_are_turned_to_and_back(nobody: Client, winnable: Contest) -> None:
    playing.daily_on(date(2026, 9, 30))
    page = html(nobody, "/daily")
    assert link(page, "← October 2026") == "?month=2026-10"
    october = html(nobody, "/daily?month=2026-10")
    assert "No deal was dealt in October 2026." in words(october)
    assert link(october, "← September 2026") == "?month=2026-09"
    september = html(nobody, "/daily?month=2026-09")
    assert 'rel="prev"' not in september
    assert link(september, "October 2026 →") == "?month=2026-10"


def test_a_month_far_off_leads_back_to_the_deals(nobody: Client, winnable: Contest) -> None:
    assert link(html(nobody, "/daily?month=9999-12"), "← November 2026") == "?month=2026-11"
    assert link(html(nobody, "/daily?month=0001-01"), "November 2026 →") == "?month=2026-11"


def test_a_day_leads_to_its_neighbours_and_its_month(nobody: Client, winnable: Contest) -> None:
    playing.daily_on(date(2026, 11, 27))
    page = html(nobody, "/daily/2026-11-27")
    assert link(page, "30 November →") == "/daily/2026-11-30"
    assert link(page, "November 2026") == "/daily?month=2026-11"
    assert link(html(nobody, "/daily/2026-11-30"), "← 27 November") == "/daily/2026-11-27"


def test_a_day_that_was_played_is_played_again_casually(
    ann_looks: Client, ranked: Game, clock: Clock
) -> None:
    clock.move(days=2)
    page = html(ann_looks, "/daily/2026-11-30")
    assert link(page, "See my result") == f"/games/{ranked.pk}"
    assert "Play it casually</button>" in page

"""The pictures in docs/screenshots. One command makes them again:

DJANGO_ALLOW_ASYNC_UNSAFE=true pytest browser_tests/screenshots.py
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.tests import playing

if TYPE_CHECKING:
    from browser_tests.table import Table
    from conftest import SolvedDeal
    from games.models import Contest

PICTURES = Path(__file__).parents[1] / "docs" / "screenshots"
MOST_BYTES = 150_000
MOVES = 16
OTHERS = {"hugo": 0, "mira_k": 1, "rosa": 1, "tessa": 3, "umberto": 4, "jonas": 6, "quinn": 9}


class Sight(NamedTuple):
    """A window in CSS pixels, and the system's colours."""

    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"


DESKTOP, PHONE = Sight(860, 700), Sight(360, 740)
# Pictures of boards are large files.
smaller = pytest.mark.browser_context_args(device_scale_factor=0.75)
BOARDS = [
    pytest.param("desktop", DESKTOP, marks=smaller),
    pytest.param("dark", DESKTOP._replace(scheme="dark"), marks=smaller),
    ("phone", PHONE),
    ("landscape", Sight(740, 360)),
]


def look_from(table: Table, sight: Sight) -> None:
    table.page.set_viewport_size({"width": sight.width, "height": sight.height})
    table.page.emulate_media(color_scheme=sight.scheme)


def take(table: Table, name: str) -> None:
    picture = table.page.screenshot(path=PICTURES / f"{name}.png")
    assert len(picture) < MOST_BYTES


@pytest.mark.parametrize(("name", "sight"), BOARDS)
def test_a_game_has_its_picture_taken(
    table: Table, solved: list[SolvedDeal], name: str, sight: Sight
) -> None:
    look_from(table, sight)
    table.sit_down(solved[0].deck, solved[0].line[:MOVES])
    table.lift("t4", 2)
    expect(table.pile("t3")).to_contain_class("target")
    take(table, f"play-{name}")


@smaller
def test_a_replay_has_its_picture_taken(table: Table, solved: list[SolvedDeal]) -> None:
    game = table.sit_down(solved[0].deck, solved[0].line)
    look_from(table, DESKTOP)
    table.page.goto(f"/games/{game}/history?ply=24#history")
    expect(table.page.locator("#where")).to_have_value("24")
    take(table, "replay")


def test_the_day_and_its_leaderboard_have_their_pictures_taken(
    today: Contest, table: Table
) -> None:
    long_ago = timezone.now() - timedelta(days=60)
    for name, detours in OTHERS.items():
        player = User.objects.create_user(name, date_joined=long_ago)
        playing.win(player, today, timezone.now(), detours)
    look_from(table, PHONE)
    table.page.goto("/")
    take(table, "home")
    playing.win(User.objects.get(username="ann"), today, timezone.now(), detours=2)
    table.page.goto("/daily/today/leaderboard")
    take(table, "leaderboard")

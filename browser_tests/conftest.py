"""A real browser (Debian's chromium) in front of a live server; a page that must stay quiet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from browser_tests.table import Table
from games.models import Contest
from games.tests import playing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response
    from pytest_django.live_server_helper import LiveServer

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CONFLICT, ERROR = 409, 400


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(autouse=True)
def _no_test_pays_for_the_sign_ups_of_others(live_server: LiveServer) -> None:
    cache.clear()


@pytest.fixture
def browser_context_args(live_server: LiveServer) -> dict[str, Any]:
    return {
        "base_url": live_server.url,
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
    }


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which nothing may go wrong: no script error, no CSP violation, nothing missing.

    A conflict is an ordinary answer of the API.
    """
    page = context.new_page()
    troubles: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # Chromium reports every refused request here as well; `look` judges those.
        if message.type in {"error", "warning"} and not message.text.startswith(
            "Failed to load resource"
        ):
            troubles.append(message.text)

    def look(response: Response) -> None:
        if response.status >= ERROR and response.status != CONFLICT:
            troubles.append(f"{response.status} {response.url}")

    page.on("console", hear)
    page.on("response", look)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    assert troubles == []


@pytest.fixture
def today(live_server: LiveServer) -> Contest:
    """The day's contest on a deal with a known win, made before anybody asks for one.

    A last request of the page of the test before may have made one.
    """
    day = timezone.now().date()
    Contest.objects.filter(date=day).delete()
    return playing.daily_on(day)


@pytest.fixture
def table(page: Page) -> Table:
    """A player who has just signed up through the page, and may sit down at games."""
    table = Table(page)
    table.sign_up("ann")
    return table

"""The day's daily and casual games on deals whose end is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.tests import playing

if TYPE_CHECKING:
    from pytest_django import Settings

    from accounts.models import User
    from conftest import Clock
    from games.models import Contest, Game


@pytest.fixture
def winnable(db: None, clock: Clock) -> Contest:
    """The daily of the clock's day, on a deal with a known win."""
    return playing.daily_on(clock.now.date())


@pytest.fixture
def ranked(winnable: Contest, ann: User, clock: Clock) -> Game:
    """Ann's ranked game of that daily, not yet begun."""
    return playing.ranked_game(ann, winnable, clock.now)


@pytest.fixture
def queue(db: None, settings: Settings) -> None:
    """The queue of the service, in place of the one that only notes jobs down."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}


@pytest.fixture
def lost(ann: User, clock: Clock) -> Game:
    """A casual game that Ann has lost by a play."""
    game = playing.casual_game(ann, playing.LOSABLE, clock.now)
    return playing.play_line(game, playing.LOSING_LINE, clock.now)

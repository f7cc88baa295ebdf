"""The limits of mails to one address hold however many ask at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from accounts.confirmations import (
    MOST_RESETS,
    MOST_TO_ONE,
    confirmation_ask,
    password_reset_ask,
)
from accounts.models import Mail, User
from accounts.tests.mailing import ASKER, confirm

if TYPE_CHECKING:
    from collections.abc import Callable

ADDRESS = "ann@example.org"
AT_ONCE = 8
pytestmark = pytest.mark.django_db(transaction=True)


def all_at_once(asks: list[Callable[[], object]]) -> None:
    together = Barrier(len(asks))

    def one(ask: Callable[[], object]) -> None:
        try:
            together.wait()
            ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(asks)) as pool:
        list(pool.map(one, asks))


def test_of_eight_at_once_no_more_than_the_limit_reset_a_password(ann: User) -> None:
    confirm(ann)
    all_at_once([partial(password_reset_ask, email=ADDRESS, asker=ASKER)] * AT_ONCE)
    assert Mail.objects.filter(to=ADDRESS).count() == MOST_RESETS
    assert Mail.objects.filter(to="", player=None).count() == AT_ONCE - MOST_RESETS


def test_of_eight_players_at_once_no_more_than_the_limit_have_one_address_written_to() -> None:
    players = [User.objects.create_user(f"player{n}", ADDRESS) for n in range(AT_ONCE)]
    all_at_once([partial(confirmation_ask, player=each, asker=ASKER) for each in players])
    assert Mail.objects.filter(to=ADDRESS).count() == MOST_TO_ONE

"""The database refuses to change what a deal is; only what is known of it may grow."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from games.models import Deal
from games.tests import playing

migration = importlib.import_module("games.migrations.0002_deals_never_change")

CHANGES: dict[str, Any] = {
    "seed": "0" * 64,
    "deck": "AC",
    "shuffle_version": 2,
    "rules_version": 2,
}


@pytest.fixture
def deal(db: None) -> Deal:
    return playing.deal_numbered(playing.WINNABLE)


def assert_fixed(column: str) -> None:
    before = Deal.objects.values().get()
    with pytest.raises(DatabaseError, match="never change"), transaction.atomic():
        Deal.objects.update(**{column: CHANGES[column]})
    assert Deal.objects.values().get() == before


@pytest.mark.parametrize("column", CHANGES)
def test_what_a_deal_is_never_changes(deal: Deal, column: str) -> None:
    assert_fixed(column)


def test_raw_sql_is_refused_as_well(deal: Deal) -> None:
    with (
        connection.cursor() as cursor,
        pytest.raises(DatabaseError, match="never change"),
        transaction.atomic(),
    ):
        cursor.execute("UPDATE games_deal SET seed = NULL")
    assert Deal.objects.get().seed == deal.seed


def test_what_is_known_of_a_deal_may_grow(deal: Deal) -> None:
    Deal.objects.update(verdict="won", solution="deal", nodes=90)
    assert Deal.objects.get().verdict == "won"


def test_the_trigger_can_be_taken_away_and_put_back(deal: Deal) -> None:
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        migration.unmake(apps, editor)
        Deal.objects.update(shuffle_version=None)
        migration.make(apps, editor)
    assert_fixed("deck")

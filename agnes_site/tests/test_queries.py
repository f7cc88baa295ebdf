"""Queries that are written once and given their values later."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.db import connection
from django.db.models import Count, Value
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from agnes_site.postgresql.base import MOST_PREPARED
from agnes_site.queries import Given, Query, execute
from games.models import Contest, Game
from games.tests import playing

# Outside a transaction, as most requests ask them: within one, nothing is prepared.
pytestmark = pytest.mark.django_db(transaction=True)

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from conftest import Clock


class Named(NamedTuple):
    username: str
    is_hidden: bool


def test_a_query_is_made_once_and_finds_what_it_is_given(ann: User, bob: User) -> None:
    asked = []

    def named() -> QuerySet[User]:
        asked.append(1)
        return User.objects.filter(username=Given("name"))

    query: Query[User] = Query(named)
    assert [query.first(name=name) for name in ("ann", "bob", "nobody")] == [ann, bob, None]
    assert len(asked) == 1


def test_rows_of_values_have_names_and_the_types_of_their_columns(ann: User, bob: User) -> None:
    rows = User.objects.order_by("pk").values_list("username", "is_hidden")
    query = Query(lambda: rows.filter(pk__gte=Given("least")), Named)
    assert query.all(least=ann.pk) == [Named("ann", False), Named("bob", False)]
    assert query.all(least=ann.pk, limit=1) == [Named("ann", is_hidden=False)]
    assert query.all(least=ann.pk)[0].is_hidden is False


def test_objects_are_those_that_the_orm_would_bring(ann: User, clock: Clock) -> None:
    winnable = playing.daily_on(clock.now.date())
    ranked = playing.ranked_game(ann, winnable, clock.now)
    casual = playing.casual_game(ann, playing.WINNABLE, clock.now)

    def games() -> QuerySet[Game]:
        related = Game.objects.select_related("contest", "deal", "player")
        return related.annotate(reviews=Count("review")).order_by("pk")

    query: Query[Game] = Query(lambda: games().filter(started_at__lte=Given("now")))
    with CaptureQueriesContext(connection) as captured:
        found = query.all(now=clock.now)
        facts = [(game, game.contest, game.deal, game.player) for game in found]
        assert found[0].contest.opens_at == winnable.opens_at  # type: ignore[union-attr]
    assert len(captured) == 1
    assert facts == [(ranked, winnable, winnable.deal, ann), (casual, None, casual.deal, ann)]
    for mine, theirs in zip(found, games(), strict=True):
        columns = [field.attname for field in Game._meta.concrete_fields]
        names = [*columns, "reviews"]
        assert [getattr(mine, name) for name in names] == [getattr(theirs, name) for name in names]


def test_an_object_can_be_changed_and_saved(ann: User) -> None:
    query: Query[User] = Query(lambda: User.objects.filter(pk=Given("player")))
    mine = query.first(player=ann.pk)
    assert mine is not None
    mine.language = "fr"
    mine.save()
    ann.refresh_from_db()
    assert (ann.language, User.objects.count()) == ("fr", 1)


def test_a_deferred_column_is_fetched_when_somebody_asks(ann: User) -> None:
    query: Query[User] = Query(lambda: User.objects.defer("email").filter(username=Given("name")))
    mine = query.first(name="ann")
    assert mine is not None
    with CaptureQueriesContext(connection) as captured:
        assert mine.email == ann.email
    assert len(captured) == 1


def test_days_and_times_are_given_as_they_are(db: None, clock: Clock) -> None:
    winnable = playing.daily_on(clock.now.date())
    query: Query[Contest] = Query(
        lambda: Contest.objects.filter(date=Given("day"), opens_at__lte=Given("now"))
    )
    day = clock.now.date()
    assert query.first(day=day, now=clock.now) == winnable
    assert query.first(day=day, now=clock.now - timedelta(days=2)) is None
    assert query.first(day=date(2026, 1, 1), now=clock.now) is None


@pytest.mark.parametrize("limit", [1, 2, 11, 12, 101, 102, 120])
def test_a_limit_is_kept_whatever_it_is(limit: int) -> None:
    playing.players(110)
    query: Query[User] = Query(lambda: User.objects.filter(pk__gte=Given("least")).order_by("pk"))
    found = query.all(least=0, limit=limit)
    assert found == list(User.objects.order_by("pk"))[:limit]


def test_of_very_many_texts_only_some_stay_prepared(ann: User) -> None:
    def numbered(number: int) -> Query[User]:
        named = User.objects.filter(username=Given("name"))
        return Query(lambda: named.annotate(number=Value(number)))

    queries = list(map(numbered, range(MOST_PREPARED + 5)))
    for number, query in enumerate([*queries, *queries[:3]]):
        assert query.first(name="ann") == ann, number
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements")
            assert cursor.fetchone() == (MOST_PREPARED,)


@pytest.mark.parametrize("name", ["o'hara", "'", "''; --", "\\'", '"', "é"])
def test_what_is_always_the_same_is_found_whatever_it_holds(db: None, name: str) -> None:
    player = User.objects.create_user(name)
    query: Query[User] = Query(
        lambda: User.objects.filter(username=name, is_hidden=Given("hidden"))
    )
    assert query.all(hidden=False) == [player]


def test_what_would_stand_for_a_value_is_refused_in_a_text(db: None) -> None:
    query: Query[User] = Query(lambda: User.objects.filter(username="%s", pk=Given("player")))
    with pytest.raises(ValueError, match="stands for values"):
        query.all(player=1)


def test_a_value_that_is_not_given_is_an_error(db: None) -> None:
    query: Query[User] = Query(lambda: User.objects.filter(pk=Given("player")))
    with pytest.raises(KeyError):
        query.all(other=1)


def test_a_column_of_another_type_is_read_as_what_it_is_now() -> None:
    found = []
    for kind in ("integer", "varchar(9)"):
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS changing")
            cursor.execute(f"CREATE TABLE changing (value {kind})")
            cursor.execute("INSERT INTO changing VALUES (7)")
        found += [execute("SELECT value FROM changing", []).rows for _ in range(2)]
    execute("DROP TABLE changing", [])
    assert found == [[(7,)], [(7,)], [("7",)], [("7",)]]

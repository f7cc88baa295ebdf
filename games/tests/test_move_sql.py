"""The two statements of a move, outside a transaction, as requests execute them."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha512
from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, connection

from accounts.models import ApiToken, User
from accounts.services.tokens import token_create
from games.models import Contest, Deal, Game
from games.services.move_sql import move_append, move_confirm, move_load
from games.tests import playing

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import Model

    from conftest import Clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(ann: User, clock: Clock) -> Game:
    contest = playing.daily_on(clock.now.date())
    begun = playing.ranked_game(ann, contest, clock.now)
    return playing.play_line(begun, ["r6-f"], clock.now)


@pytest.fixture
def digest(ann: User) -> str:
    return sha512(token_create(player=ann)[1].encode()).hexdigest()


def loaded(digest: str, game_id: int, now: datetime) -> tuple[ApiToken, Game | None]:
    found = move_load(digest=digest, game_id=game_id, now=now)
    assert found is not None
    return found


def columns(row: Model | None) -> dict[str, Any]:
    assert row is not None
    return {name: value for name, value in row.__dict__.items() if name != "_state"}


def changed(now: datetime, **others: Any) -> dict[str, Any]:
    given = {"history": " deal", "pauses": " 7", "ply": 2, "undos": 0, "status": "playing"}
    return {**given, "position": "p", "moves": None, "acted_at": now, "finished_at": None, **others}


def test_the_load_brings_what_the_rows_hold(game: Game, digest: str, clock: Clock) -> None:
    for _ in range(3):  # the first prepares it
        token, found = loaded(digest, game.pk, clock.now)
        assert found is not None
        assert columns(found) == columns(Game.objects.get())
        assert columns(found.contest) == columns(Contest.objects.get())
        assert (found.player, found.player.username) == (token.user, "ann")
        for row, kept in ((found.deal, Deal.objects.get()), (token.user, User.objects.get())):
            assert columns(row).items() <= columns(kept).items()


def test_who_has_no_such_game_is_told_so_and_who_has_no_token_nothing(
    game: Game, digest: str, clock: Clock
) -> None:
    for number in (game.pk + 1, 0, -1, 2**63 - 1, 2**63, 10**40):
        assert loaded(digest, number, clock.now)[1] is None
    assert move_load(digest="0" * 128, game_id=game.pk, now=clock.now) is None
    after = clock.now + timedelta(days=36_500)
    assert move_load(digest=digest, game_id=game.pk, now=after) is None


def test_a_banned_players_token_loads_nothing(game: Game, digest: str, clock: Clock) -> None:
    User.objects.update(is_active=False)
    assert move_load(digest=digest, game_id=game.pk, now=clock.now) is None


def test_what_is_appended_stands_in_the_row_and_only_at_the_ply_it_was_judged_at(
    game: Game, clock: Clock
) -> None:
    now = clock.now + timedelta(seconds=7, microseconds=1)
    over = changed(now, status="conceded", moves=2, finished_at=now, position="é ?16 'q' \\ $1 %s")
    assert not move_append(game_id=game.pk, seen_ply=0, **over)
    assert not move_append(game_id=game.pk + 1, seen_ply=1, **over)
    assert columns(Game.objects.get()) == columns(game)
    assert move_append(game_id=game.pk, seen_ply=1, **over)
    move_confirm(game_id=game.pk)
    row = columns(Game.objects.get())
    expected = {**over, "history": "r6-f deal", "pauses": f"{game.pauses} 7"}
    assert {name: row[name] for name in expected} == expected


def test_a_refusal_of_the_database_is_djangos_error_and_the_next_statement_works(
    game: Game, digest: str, clock: Clock
) -> None:
    for _ in range(2):
        with pytest.raises(IntegrityError):
            move_append(game_id=game.pk, seen_ply=1, **changed(clock.now, status="nonsense"))
        assert loaded(digest, game.pk, clock.now)[1] == game


def test_a_new_connection_knows_the_statements_as_well(
    game: Game, digest: str, clock: Clock
) -> None:
    for _ in range(2):
        assert loaded(digest, game.pk, clock.now)[1] == game
        connection.close()

"""Games by the million: a few played through the services, then copied inside the database.

Every copy is a valid game, with a history that replays to its position; `verify_games` holds for
all of them once the boards are recounted.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from bench.stage import Stage
    from games.models import Contest

DETOURS = 24  # templates of won games: each two moves longer than the one before
_MIDDLE, _LOST = 12, 6  # most win with a middling number of detours; six in a hundred concede
HIDDEN_ONE_IN = 50
_MEMORY = ("work_mem = '256MB'", "maintenance_work_mem = '512MB'")
_LEANING = "(hashint8(n * 31 + {salt}) & 1048575) % {number}"


class Crowd:
    """Players `crowd1`, `crowd2`, …; one in fifty is hidden. Player n has the id `base + n`."""

    def __init__(self, number: int) -> None:
        from accounts.models import User

        self.number = number
        model = User.objects.create_user("crowd0")
        self.base = model.pk
        _copy(
            User,
            f"accounts_user model, generate_series(1, {number}) n WHERE model.id = {model.pk}",
            {"username": "'crowd' || n", "is_hidden": f"n % {HIDDEN_ONE_IN} = 0"},
        )


class Templates:
    """Games of one ranked deal, played through the services: won with detours, or conceded."""

    def __init__(self, day: date) -> None:
        from games.tests import playing

        self.contest = playing.daily_on(day)
        at = self.contest.opens_at + timedelta(hours=1)
        players = _players("template", DETOURS + 1)
        won = [
            playing.win(player, self.contest, at, detours).pk
            for detours, player in enumerate(players[:DETOURS])
        ]
        game = playing.ranked_game(players[DETOURS], self.contest, at)
        conceded = playing.play_line(game, [*playing.WINNING_LINE[:2], "concede"], at).pk
        weights = [_MIDDLE - abs(_MIDDLE - detours) + 1 for detours in range(DETOURS)]
        self.chosen = [pk for pk, weight in zip(won, weights, strict=True) for _ in range(weight)]
        self.chosen += [conceded] * (len(self.chosen) * _LOST // 100)

    def spread(self, day: date, crowd: Crowd, step: int, until: int) -> Contest:
        """Let every `step`th of the first `until` players play a day, over all of its hours."""
        from games.models import Game
        from games.tests import playing

        contest = playing.daily_on(day)
        shift = contest.opens_at - self.contest.opens_at
        late = f"interval '{shift.days} days' + (n % 80000) * interval '1 s' + n * interval '1 us'"
        where = _LEANING.format(salt=day.toordinal(), number=len(self.chosen))
        _copy(
            Game,
            f"generate_series(1, {until}, {step}) n JOIN games_game model"
            f" ON model.id = (ARRAY{self.chosen})[1 + {where}]",
            {
                "player_id": f"{crowd.base} + n",
                "contest_id": str(contest.pk),
                "deal_id": str(contest.deal_id),
                **{
                    name: f"model.{name} + {late}"
                    for name in ("started_at", "acted_at", "finished_at")
                },
            },
        )
        return contest


def casual_games(stage: Stage, number: int) -> None:
    """Give the players of a stage so many casual games, each the same number, most of them won."""
    from django.utils import timezone

    from games.models import Game
    from games.services.games import game_start
    from games.tests.playing import play_line

    now = timezone.now() - timedelta(days=400)
    templates = []
    for place, (deal, line) in enumerate(zip(stage.deals, stage.lines, strict=True)):
        game = game_start(player=stage.players[0][0], deal=deal, now=now)
        actions = line if place % 8 else [*line[:20], "concede"]
        templates.append(play_line(game, actions, now).pk)
    players = [player.pk for player, _ in stage.players]
    later = "n * interval '1 s'"
    with bulk("games_game"):
        _copy(
            Game,
            f"generate_series(1, {number}) n JOIN games_game model ON model.id ="
            f" (ARRAY{templates})[1 + {_LEANING.format(salt=1, number=len(templates))}]",
            {
                "player_id": f"(ARRAY{players})[1 + n % {len(players)}]",
                **{name: f"model.{name} + {later}" for name in ("started_at", "acted_at")},
                "finished_at": f"model.finished_at + {later}",
            },
        )


def copies(game: Any, crowd: Crowd) -> None:
    """Give everybody in a crowd a game like this one."""
    _copy(
        type(game),
        f"games_game model, generate_series(1, {crowd.number}) n WHERE model.id = {game.pk}",
        {"player_id": f"{crowd.base} + n"},
    )


@contextmanager
def bulk(*tables: str) -> Iterator[None]:
    """Keep up only the unique indexes of these tables inside; build the others at the end.

    Row by row they take most of the time, the more the larger they are.
    """
    named = ", ".join(f"'{table}'::regclass" for table in tables)
    chosen = f"indrelid IN ({named}) AND NOT indisunique"
    for setting in _MEMORY:
        execute(f"SET {setting}")
    execute(f"UPDATE pg_index SET indisready = false, indisvalid = false WHERE {chosen}")  # noqa: S608
    yield
    for (index,) in execute(f"SELECT indexrelid::regclass FROM pg_index WHERE {chosen}"):  # noqa: S608
        execute(f"REINDEX INDEX {index}")


@contextmanager
def unchecked() -> Iterator[None]:
    """Check no foreign key inside: one by one, they would take most of the time."""
    ((before,),) = execute("SHOW session_replication_role")
    execute("SET session_replication_role = replica")
    yield
    execute(f"SET session_replication_role = {before}")


def settle() -> None:
    """Bring the planner's statistics and the visibility maps up to date."""
    execute("VACUUM (ANALYZE)")


def _players(name: str, number: int) -> list[Any]:
    from accounts.models import User

    return [User.objects.create_user(f"{name}{place}") for place in range(number)]


def _copy(model: Any, source: str, replaced: Mapping[str, str]) -> None:
    """Insert rows like `model`, the row that `source` names so, with some columns replaced."""
    fields = model._meta.concrete_fields
    columns: Sequence[str] = [field.column for field in fields if not field.primary_key]
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(replaced.get(column, f'model."{column}"') for column in columns)
    with unchecked():
        execute(f"INSERT INTO {model._meta.db_table} ({names}) SELECT {values} FROM {source}")  # noqa: S608


def execute(sql: str) -> list[Any]:
    """Run a statement on Django's connection; return its rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall() if cursor.description else []


def verify(contests: Sequence[Contest], games: int) -> None:
    """Recount the smallest contests and replay some games. ValueError names what differs."""
    from games.models import Game
    from games.selectors import audit

    found = [text for contest in contests for text in audit.contest_differences(contest)]
    ids = range(1, Game.objects.latest("pk").pk + 1)
    some = Random(1).sample(ids, min(games, len(ids)))  # noqa: S311  (no secret)
    sample = Game.objects.filter(pk__in=some).select_related("deal", "contest")
    found += [text for game in sample for text in audit.game_differences(game)]
    found += audit.period_tally_differences()
    if found:
        raise ValueError("\n".join(found[:10]))
    start.say(f"Verified: {len(contests)} contests, {len(sample)} games, the tallies of periods")


def bytes_of(table: str) -> int:
    """The size of a table with its indexes."""
    size: int = execute(f"SELECT pg_total_relation_size('{table}')")[0][0]
    return size

"""What is hidden cannot be told from anything that leaves the service: the two-world test (R13).

The same sessions are played on two deals that differ only in cards nobody has been dealt, with
everything that follows from them: seed, verdict, difficulty, another's play by them. Every answer,
log line and SQL statement has to be the same. `AGNES_WORLDS=500` plays the long form.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

import pytest

from games.models import Game
from games.selectors import games as reading
from games.serializers.games import game_answer
from games.services.games import game_play
from games.tests.worlds import Plan, both_worlds, first_difference
from games.views import games as views
from games.views import moves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rest_framework.request import Request

    from conftest import Clock

    Plant = Callable[[pytest.MonkeyPatch], None]

pytestmark = pytest.mark.django_db
GAMES = int(os.environ.get("AGNES_WORLDS", "8"))
SHARES = 4  # so that several processes can play them at once
ONE_IN = 8  # requests of all there are, so that eight games send them all


@pytest.mark.parametrize("share", range(SHARES))
def test_nobody_can_tell_two_worlds_apart(
    share: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(share, GAMES, SHARES):
        one, other = both_worlds(Plan.numbered(number, ONE_IN), clock, monkeypatch)
        found = first_difference(one, other)
        assert found is None, f"game {number}: {found}"
        assert [seen.request for seen in one if seen.status >= 500] == []
        assert {200, 404, 405} <= {seen.status for seen in one}
        assert len(one) > 60


# -- Leaks that are planted, to see them found


def _on_every_game(monkeypatch: pytest.MonkeyPatch, more: Callable[[Game], dict[str, Any]]) -> None:
    def leaking(game: Game, now: Any) -> dict[str, Any]:
        return {**game_answer(game, now), **more(game)}

    for module in (views, moves):
        monkeypatch.setattr(module, "game_answer", leaking)


def seed_in_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    _on_every_game(monkeypatch, lambda game: {"seed": game.deal.seed})


def winnable_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    _on_every_game(monkeypatch, lambda game: {"winnable": game.deal.verdict == "won"})


def length_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    _on_every_game(monkeypatch, lambda game: {"padding": " " * (game.deal.par_moves or 0)})


def etag_of_the_whole_state(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(view: views.Game, request: Request, game_id: int) -> Any:
        answer = true_read(view, request, game_id)
        answer["ETag"] = f'"{hash(Game.objects.get(pk=game_id).position):x}"'
        return answer

    true_read = views.Game.get
    monkeypatch.setattr(views.Game, "get", read)


def deck_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*, game: Game, **rest: Any) -> Game:
        logging.getLogger("games").warning("a move in %s", game.deal.deck)
        return game_play(game=game, **rest)

    monkeypatch.setattr(moves, "game_play", play)


def deck_in_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*, game: Game, **rest: Any) -> Game:
        raise RuntimeError(f"cannot play in {game.position}")

    monkeypatch.setattr(moves, "game_play", play)


def one_statement_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(game: Game) -> dict[str, Any]:
        if game.deal.verdict == "won":
            Game.objects.count()
        return {}

    _on_every_game(monkeypatch, asked)


def anothers_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_may_read", lambda viewer, game, now: True)


def record_with_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.serializers.records.deck_may_be_shown", lambda game, now: True)


def refusal_that_knows_the_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.games._looks_ahead", lambda *attempt: False)


LEAKS: list[Plant] = [
    *[seed_in_the_answer, winnable_flag, length_of_the_answer, etag_of_the_whole_state],
    *[deck_in_the_log, deck_in_an_exception, one_statement_more, anothers_history],
    *[record_with_the_deck, refusal_that_knows_the_stock],
]


def differences(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for number in range(1, 40):
        one, other = both_worlds(Plan.numbered(number, 40), clock, monkeypatch)
        if found := first_difference(one, other):
            yield found


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(
    plant: Plant, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as planted:
        plant(planted)
        assert next(differences(clock, monkeypatch), None)

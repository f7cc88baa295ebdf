"""Any session over HTTP, held to a small model of its own: histories, plies, statuses, refusals.

The model keeps the actions that were accepted and whether the last answer was a retry; positions
it takes from `python -m games.engine replay`, a program that knows nothing of the service.
"""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from conftest import NOON, client_of
from games.engine.__main__ import main as engine
from games.models import Deal, Game
from games.services.games import game_start
from games.tests import playing

if TYPE_CHECKING:
    from rest_framework.test import APIClient

    from conftest import Clock

SESSIONS = int(os.environ.get("AGNES_SESSIONS", "6"))
NONSENSE = ["", "t8-f", "t1-t1:0", "DEAL", "undo ", "t1-f t2-f"]


def replayed(deck: str, history: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the engine's command says of a history: its position, status, ply and undos."""
    line = f"{deck} | {' '.join(history)}\n".encode()
    given, written = io.TextIOWrapper(io.BytesIO(line)), io.StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", given)
        patched.setattr(sys, "stdout", written)
        engine(["replay"])
    found: dict[str, Any] = json.loads(written.getvalue())
    return found


class Session(RuleBasedStateMachine):
    """One casual game, which its player acts in rightly and wrongly."""

    client: APIClient
    other: APIClient
    player: User
    monkeypatch: pytest.MonkeyPatch

    # Drawn, so that the same draws are the same session.
    @initialize(number=st.integers(2_000_000, 3_000_000))
    def begin(self, number: int) -> None:
        seed = playing.seed_numbered(number).hex()
        deal = Deal.objects.filter(seed=seed).first() or playing.deal_numbered(number)
        row = game_start(player=self.player, deal=deal, now=NOON)
        self.deck, self.url = row.deal.deck, f"/api/v1/games/{row.pk}"
        self.history: list[str] = []
        self.status = "playing"
        self.game: dict[str, Any] = self.client.get(self.url).json()

    def send(self, body: dict[str, Any]) -> Any:
        return self.client.post(f"{self.url}/moves", body)

    def accepted(self, answer: Any, *actions: str) -> None:
        assert answer.status_code == 200, answer.content
        self.history += actions
        self.game = answer.json()

    def refused(self, answer: Any, status: int, code: str) -> None:
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    @property
    def is_over(self) -> bool:
        return self.status != "playing"

    @rule(data=st.data())
    def play_a_legal_move(self, data: st.DataObject) -> None:
        if self.game["legal_moves"] and not self.is_over:
            move = data.draw(st.sampled_from(self.game["legal_moves"]))
            self.accepted(self.send({"ply": len(self.history), "move": move}), move)

    @rule(data=st.data())
    def play_two_at_once(self, data: st.DataObject) -> None:
        if self.game["legal_moves"] and not self.is_over:
            move = data.draw(st.sampled_from(self.game["legal_moves"]))
            body = {"ply": len(self.history), "moves": [move, "undo"]}
            self.accepted(self.send(body), move, "undo")

    @rule()
    def undo(self) -> None:
        answer = self.send({"ply": len(self.history), "move": "undo"})
        line: list[str] = []
        for action in self.history:
            if action == "undo":
                line.pop()
            else:
                line.append(action)
        if self.status == "conceded":
            self.refused(answer, 409, "game_over")
        elif not line:
            self.refused(answer, 409, "nothing_to_undo")
        else:
            self.accepted(answer, "undo")

    @rule(data=st.data())
    def send_the_last_again(self, data: st.DataObject) -> None:
        """A retry changes nothing, whatever has become of the game."""
        if self.history:
            number = data.draw(st.integers(1, min(3, len(self.history))))
            body = {"ply": len(self.history) - number, "moves": self.history[-number:]}
            assert self.send(body).json() == self.game

    @rule(move=st.sampled_from(["t1-t2:13", "deal", "undo"]), ahead=st.integers(1, 9))
    def send_too_late_or_too_early(self, move: str, ahead: int) -> None:
        answer = self.send({"ply": len(self.history) + ahead, "move": move})
        self.refused(answer, 409, "stale")
        assert answer.json()["game"] == self.game

    @rule(move=st.sampled_from(["t1-t2:13", "t7-t1:7", "r1-t1"]))
    def play_an_illegal_move(self, move: str) -> None:
        if move not in self.game["legal_moves"]:
            answer = self.send({"ply": len(self.history), "moves": [move]})
            if self.is_over:
                self.refused(answer, 409, "game_over")
            else:
                self.refused(answer, 422, "illegal_move")

    @rule(move=st.sampled_from(NONSENSE))
    def send_nonsense(self, move: str) -> None:
        answer = self.send({"ply": len(self.history), "move": move})
        assert answer.status_code == 400

    @rule(seldom=st.integers(0, 9))
    def concede(self, seldom: int) -> None:
        if seldom == 0:
            answer = self.client.post(f"{self.url}/concede", {"ply": len(self.history)})
            if self.is_over:
                self.refused(answer, 409, "game_over")
            else:
                self.accepted(answer, "concede")

    @rule()
    def look_as_somebody_else(self) -> None:
        self.refused(self.other.get(self.url), 404, "not_found")
        answer = self.other.post(f"{self.url}/moves", {"ply": len(self.history), "move": "deal"})
        self.refused(answer, 404, "not_found")

    @invariant()
    def the_service_says_what_the_model_says(self) -> None:
        expected = replayed(self.deck, self.history, self.monkeypatch)
        self.status = expected["status"]
        game = self.client.get(self.url).json()
        assert game == self.game
        assert (game["ply"], game["status"]) == (len(self.history), self.status)
        assert game["undos"] == self.history.count("undo")
        assert (game["moves"] is None) == (self.status == "playing")
        assert Game.objects.get(pk=game["id"]).position == expected["position"]
        rows = self.client.get(f"{self.url}/moves").json()["results"]
        assert [row["move"] for row in rows] == self.history
        assert [row["ply"] for row in rows] == list(range(1, len(rows) + 1))


def test_any_session_goes_as_the_model_says(
    ann: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {"client": client_of(ann), "other": client_of(bob), "player": ann}
    heir: Any = type("Played", (Session,), {**members, "monkeypatch": monkeypatch})
    quietly = settings(
        max_examples=SESSIONS,
        stateful_step_count=20,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(heir, settings=quietly)

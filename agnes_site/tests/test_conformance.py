"""Schemathesis: requests made from the OpenAPI schema, right ones and wrong ones, for two players.

All its checks are on. `AGNES_SCHEMATHESIS=100` makes so many requests of each kind for each
operation and player.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from agnes_site.tests import contract
from agnes_site.wire import CourtesyThrottle
from conftest import client_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

    from accounts.models import User
    from games.models import Contest, Game

load_all_checks()
EXAMPLES = int(os.environ.get("AGNES_SCHEMATHESIS", "2"))
SCHEMA = schemathesis.openapi.from_dict(contract.schema())
SCHEMA.app = WSGIHandler()
FOUND: list[Any] = list(SCHEMA.get_all_operations())
OPERATIONS = {result.ok().label: result.ok() for result in FOUND}
# A schema cannot say that a name is free, a password uncommon, a cursor one of ours, or a move
# legal: what is right by its shape may be refused with these, too.
SCHEMA.config.checks.positive_data_acceptance.expected_statuses = [
    *["2xx", "400", "401", "403", "404", "409", "422"]
]
# And what is wrong by its shape may be too large before anybody looks at it.
SCHEMA.config.checks.negative_data_rejection.expected_statuses = [
    *["400", "401", "403", "404", "405", "409", "413", "415", "422"]
]
QUIETLY = hypothesis_settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def one_connection(db: None) -> Iterator[None]:
    """A request leaves the connection open, as it does to Django's own client: it is the test's."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def players(
    one_connection: None,
    ann: User,
    bob: User,
    casual: Game,
    daily: Contest,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, str]:
    """What two players send to show who they are; they may send as much as they like."""
    monkeypatch.setattr(CourtesyThrottle, "allow_request", lambda *_: True)
    settings.SIGN_IN_LIMIT = 10**6
    clients: dict[str, Any] = {"ann": client_of(ann), "bob": client_of(bob)}
    return {name: client._credentials["HTTP_AUTHORIZATION"] for name, client in clients.items()}


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_as_the_schema_says(
    label: str, mode: GenerationMode, players: dict[str, str], casual: Game
) -> None:
    @QUIETLY
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def holds(case: Any) -> None:
        for authorization in players.values():
            headers = {"Authorization": authorization, "Host": "localhost"}
            case.call_and_validate(headers=headers)

    with suppress(Unsatisfiable):  # of some operations no request is wrong
        holds()


def test_all_checks_are_on() -> None:
    assert len(CHECKS.get_all_names()) >= 14

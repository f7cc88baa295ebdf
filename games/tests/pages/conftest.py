"""Three people in front of a browser: nobody we know, Ann, and Bob."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

if TYPE_CHECKING:
    from accounts.models import User

Browsers = dict[str, Client]


@pytest.fixture
def nobody() -> Client:
    return Client()


@pytest.fixture
def ann_looks(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def bob_looks(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def browsers(nobody: Client, ann_looks: Client, bob_looks: Client) -> Browsers:
    return {"nobody": nobody, "ann": ann_looks, "bob": bob_looks}

"""Names that nobody can sign up with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from django.test import Client
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
REFUSED = [
    "admin",
    "Admin",
    "4dm1n",
    "a-d-m-i-n",
    "r00t",
    "API",
    "supp0rt",
    "n1gger",
    "5H1T",
    "guest-0",
]
FINE = ["admiral", "grassland", "scunthorpe", "api-fan", "7up", "ann", "guesty"]


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_of_the_service_or_an_insult_is_refused_however_it_is_spelled(
    api: APIClient, client: Client, name: str
) -> None:
    answer = api.post("/api/v1/players", {"username": name, "password": PASSWORD})
    assert list(problem_of(answer, 400, "invalid")["errors"]) == ["username"]
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert list(client.post("/accounts/signup/", form).context["form"].errors) == ["username"]
    assert not User.objects.exists()


def test_a_guest_cannot_take_one_either(client: Client) -> None:
    client.post("/games/new")
    form = {"username": "m0derat0r", "password1": PASSWORD, "password2": PASSWORD}
    assert list(client.post("/accounts/signup/", form).context["form"].errors) == ["username"]
    assert User.objects.get().is_guest


@pytest.mark.parametrize("name", FINE)
def test_a_name_that_only_holds_one_is_fine(api: APIClient, name: str) -> None:
    answer = api.post("/api/v1/players", {"username": name, "password": PASSWORD})
    assert answer.status_code == 201

"""No two players have one name, whatever the case and the way in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.services import players
from accounts.services.players import player_create

if TYPE_CHECKING:
    from django.test import Client

PASSWORD = "correct horse battery"
TAKEN = "A player with that name already exists."


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ann", "ann", "ANN"])
def test_the_database_itself_refuses_a_name_that_is_taken(ann: User, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username=name)])


@pytest.mark.django_db
def test_the_page_refuses_a_name_that_is_taken(ann: User, client: Client) -> None:
    form = {"username": "aNN", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/accounts/signup/", form)
    assert response.context["form"].errors == {"username": [TAKEN]}
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ab", "a" * 21, "ann bob", "änne", "a.b", "a\0b"])
def test_the_page_has_the_same_rules_for_names(client: Client, name: str) -> None:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/accounts/signup/", form)
    assert "username" in response.context["form"].errors
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_want_one_name_at_once_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(8)
    monkeypatch.setattr(players, "validate_password", lambda *_: together.wait())

    def one(number: int) -> str:
        name = "clara" if number % 2 else "CLARA"
        try:
            return player_create(username=name, password=PASSWORD).username
        except ValidationError as error:
            return str(error.message_dict["username"][0])
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(one, range(8)))
    assert answers.count(TAKEN) == 7
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_on_the_page_the_slower_of_two_is_asked_for_another_name(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"username": "clara", "password1": PASSWORD, "password2": PASSWORD}
    set_password = User.set_password

    def overtaken(self: User, password: str) -> None:
        User.objects.bulk_create([User(username="Clara")])
        set_password(self, password)

    monkeypatch.setattr(User, "set_password", overtaken)
    response = client.post("/accounts/signup/", form, follow=True)
    assert response.redirect_chain == [("/accounts/signup/", 302)]
    assert TAKEN in response.content.decode()
    assert [player.username for player in User.objects.all()] == ["Clara"]


@pytest.mark.django_db
def test_the_rules_hold_for_whoever_calls_the_service() -> None:
    with pytest.raises(ValidationError) as error:
        player_create(username="a b", password=PASSWORD, email="no address")
    assert set(error.value.message_dict) == {"username", "email"}


@pytest.mark.django_db
def test_the_command_line_finds_a_name_whatever_the_case(ann: User) -> None:
    assert User.objects.get_by_natural_key("ANN") == ann
    assert ann.get_full_name() == "ann"

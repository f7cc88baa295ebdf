"""The staff's pages about players and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import User
from accounts.services import token_create

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db
USERS, TOKENS = "/admin/accounts/user/", "/admin/accounts/apitoken/"


@pytest.fixture
def as_staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("staff", "", "correct horse battery"))
    return client


def test_the_staff_sign_in_on_the_page_whose_attempts_are_counted(client: Client) -> None:
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/?next=")


def test_a_player_is_no_staff(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.get(USERS, follow=True).status_code == 403


@pytest.mark.parametrize("query", ["?q=ann", "?q=example.org", "?is_hidden__exact=0", "?q=%00"])
def test_players_can_be_searched(as_staff: Client, ann: User, query: str) -> None:
    response = as_staff.get(USERS + query)
    assert response.status_code in {200, 302}


def test_a_player_can_be_banned_but_not_hidden_here(as_staff: Client, ann: User) -> None:
    form = {"username": "ann", "email": "ann@example.org", "is_hidden": "on"}
    assert as_staff.post(f"{USERS}{ann.pk}/change/", form).status_code == 302
    ann.refresh_from_db()
    assert (ann.is_active, ann.is_hidden) == (False, False)


def test_a_player_can_be_added(as_staff: Client) -> None:
    form = {"username": "dora", "password1": "correct horse", "password2": "correct horse"}
    as_staff.post(f"{USERS}add/", {**form, "usable_password": "true"})
    assert User.objects.get(username="dora").check_password("correct horse")


def test_a_name_that_is_taken_is_an_error_of_the_form(as_staff: Client, ann: User) -> None:
    form = {"username": "ANN", "password1": "correct horse", "password2": "correct horse"}
    response = as_staff.post(f"{USERS}add/", {**form, "usable_password": "true"})
    assert response.status_code == 200
    assert response.context["adminform"].form.errors
    assert User.objects.count() == 2


def test_tokens_are_shown_without_their_secrets_and_cannot_be_made_or_changed(
    as_staff: Client, ann: User
) -> None:
    token, secret = token_create(player=ann, name="laptop")
    for address in (TOKENS, f"{TOKENS}{token.pk}/change/"):
        response = as_staff.get(address)
        assert response.status_code == 200
        assert "laptop" in response.content.decode()
        assert secret[:15] not in response.content.decode()
    assert as_staff.get(f"{TOKENS}add/").status_code == 403
    assert as_staff.post(f"{TOKENS}{token.pk}/change/", {"name": "x"}).status_code == 403

"""What the staff have to show before the admin opens, and the sessions that they can end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from accounts.tests.browsing import APP_SECRET, PASSWORD, is_signed_in, sign_in

if TYPE_CHECKING:
    from pytest_django import Settings

pytestmark = pytest.mark.django_db
USERS, STEPS = "/admin/accounts/user/", "/accounts/two-steps/"


@pytest.fixture
def staff(settings: Settings) -> User:
    """The first administrator, just made, where the staff need a second step."""
    settings.STAFF_SECOND_FACTOR = True
    return User.objects.create_superuser("staff", "", PASSWORD)


def test_the_admin_leads_to_where_the_second_step_is_set_up(client: Client, staff: User) -> None:
    assert sign_in(client, "staff").status_code == 302
    page = client.get(USERS, follow=True)
    assert page.redirect_chain[-1] == (STEPS, 302)
    assert "The admin takes a second step." in page.text
    assert client.post(f"{USERS}{staff.pk}/change/", {"username": "other"}).status_code == 302
    assert User.objects.get().username == "staff"


def test_it_opens_once_there_is_one(client: Client, staff: User) -> None:
    client.force_login(staff)
    TOTP.activate(staff, APP_SECRET)
    assert client.get(USERS).status_code == 200


def test_it_opens_without_where_the_settings_want_none(
    client: Client, staff: User, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = False
    client.force_login(staff)
    assert client.get(USERS).status_code == 200


def test_no_second_step_makes_a_player_one_of_the_staff(
    client: Client, careful: User, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client.force_login(careful)
    assert client.get(USERS, follow=True).status_code == 403


def test_it_is_said_in_the_language_of_who_is_led_there(client: Client, staff: User) -> None:
    User.objects.update(language="fr")
    client.force_login(staff)
    assert "administration demande une seconde étape." in client.get(USERS, follow=True).text


# -- Ending sessions


def browsers(*names: str) -> list[Client]:
    found = [Client() for _ in names]
    for client, name in zip(found, names, strict=True):
        sign_in(client, name)
    return found


def test_the_sessions_of_one_player_are_ended(
    ann: User, bob: User, capsys: pytest.CaptureFixture[str]
) -> None:
    clients = browsers("ann", "ann", "bob")
    call_command("end_sessions", "ANN")
    assert [is_signed_in(client) for client in clients] == [False, False, True]
    assert capsys.readouterr().out == "2 ended.\n"


@pytest.mark.parametrize(("option", "guest_stays"), [("--all", True), ("--guests", False)])
def test_the_sessions_of_all_are_ended(
    ann: User, bob: User, option: str, guest_stays: bool
) -> None:
    clients, guest = browsers("ann", "bob"), Client()
    guest.post("/games/new")
    call_command("end_sessions", option)
    assert not any(is_signed_in(client) for client in clients)
    assert (guest.get("/me").status_code == 200) is guest_stays


@pytest.mark.parametrize("said", [[], ["nobody"], ["ann", "--all"]])
def test_it_has_to_be_said_whose(ann: User, said: list[str]) -> None:
    [client] = browsers("ann")
    with pytest.raises(CommandError):
        call_command("end_sessions", *said)
    assert is_signed_in(client)

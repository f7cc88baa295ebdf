"""`GET me` and `PATCH me`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from accounts.looks import LOOKS, look_of
from accounts.models import User
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from rest_framework.test import APIClient

ME = "/api/v1/me"


def malformed(name: str) -> list[dict[str, Any]]:
    """Bodies of the wrong value or type for a setting of `LOOKS`."""
    value = LOOKS[name].values[-1]
    wrong = ["", "no such", value.upper(), None, True, 1, [value], {"value": value}]
    return [{name: each} for each in wrong]


def test_my_account_is_shown(as_ann: APIClient, ann: User) -> None:
    shown = as_ann.get(ME).json()
    assert shown.pop("joined").endswith("Z")
    assert shown == {
        "username": "ann",
        "email": "ann@example.org",
        "email_confirmed": False,
        "language": "",
        **look_of(User()),
    }


def test_my_address_can_be_changed_and_taken_away(as_ann: APIClient) -> None:
    for sent, kept in (("Ann@New.Example", "ann@new.example"), ("", "")):
        answer = as_ann.patch(ME, {"email": sent})
        assert (answer.status_code, answer.json()["email"]) == (200, kept)
        assert User.objects.get(username="ann").email == kept


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-pt", ""])
def test_my_language_can_be_chosen_and_left_to_the_browser(
    as_ann: APIClient, language: str
) -> None:
    answer = as_ann.patch(ME, {"language": language})
    assert (answer.status_code, answer.json()["language"]) == (200, language)
    assert User.objects.values_list("language", "email").get() == (language, "ann@example.org")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, has in LOOKS.items() for value in has.values]
)
def test_how_pages_look_can_be_chosen_and_chosen_again(
    as_ann: APIClient, name: str, value: str
) -> None:
    before = User.objects.values().get()
    for _ in range(2):
        answer = as_ann.patch(ME, {name: value})
        assert (answer.status_code, answer.json()[name]) == (200, value)
        assert User.objects.values().get() == {**before, name: value}


def test_one_malformed_setting_keeps_the_others_from_being_changed(as_ann: APIClient) -> None:
    before = User.objects.values().get()
    problem_of(as_ann.patch(ME, {"theme": "dark", "deck": "six-colour"}), 400, "invalid")
    assert User.objects.values().get() == before


def test_nothing_to_change_changes_nothing(as_ann: APIClient) -> None:
    before = User.objects.values().get()
    assert as_ann.patch(ME, {}).status_code == 200
    assert User.objects.values().get() == before


def test_only_settings_can_be_changed(as_ann: APIClient) -> None:
    before = User.objects.values().get()
    wishes = {"username": "eve", "is_staff": True, "is_superuser": True, "is_hidden": True}
    more = {
        "password": "x",
        "is_guest": True,
        "is_active": False,
        "id": 99,
        "date_joined": "2020-01-01",
        "joined": 1,
    }
    answer = as_ann.patch(ME, {"email": "new@example.org", **wishes, **more})
    assert answer.status_code == 200
    assert User.objects.values().get() == {**before, "email": "new@example.org"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"email": None}, "email"),
        ({"email": ["a@example.org"]}, "email"),
        ({"email": f"{'a' * 250}@example.org"}, "email"),
        ({"language": "de"}, "language"),
        ({"language": None}, "language"),
        ({"language": ["es"]}, "language"),
        *((body, name) for name in LOOKS for body in malformed(name)),
        ([], "non_field_errors"),
    ],
)
def test_a_malformed_request_names_its_field(as_ann: APIClient, body: Any, field: str) -> None:
    assert list(problem_of(as_ann.patch(ME, body), 400, "invalid")["errors"]) == [field]
    assert User.objects.get().email == "ann@example.org"


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_nobody_has_an_account_without_signing_in(api: APIClient, method: str) -> None:
    problem_of(getattr(api, method)(ME), 401, "not_signed_in")


@pytest.mark.parametrize("method", ["post", "put"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(ME), 405, "method_not_allowed")

"""`POST /api/v1/players`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import ApiToken, User
from accounts.tests.asserting import problem_of
from agnes_site.wire import CourtesyThrottle

if TYPE_CHECKING:
    from pytest_django import Settings
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
PLAYERS = "/api/v1/players"
CLARA = {"username": "Clara_3", "password": "correct horse battery"}


def test_anyone_may_sign_up_and_gets_a_token_that_works(api: APIClient) -> None:
    response = api.post(PLAYERS, {**CLARA, "email": "Clara@Mail.Example"})
    assert response.status_code == 201
    answer = response.json()
    assert set(answer) == {"username", "token", "expires_at"}
    assert answer["username"] == "Clara_3"
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {answer['token']}")
    assert api.get("/api/v1/tokens").status_code == 200
    assert User.objects.get(username="Clara_3").email == "clara@mail.example"


def test_the_token_expires_in_ninety_days_told_in_utc(api: APIClient) -> None:
    expires_at = api.post(PLAYERS, CLARA).json()["expires_at"]
    assert expires_at.endswith("Z")
    away = datetime.fromisoformat(expires_at) - datetime.now(UTC)
    assert timedelta(days=89) < away <= timedelta(days=90)


def test_neither_password_nor_token_is_kept_in_the_clear(api: APIClient) -> None:
    secret = api.post(PLAYERS, CLARA).json()["token"]
    assert CLARA["password"] not in User.objects.get().password
    assert secret not in str(ApiToken.objects.values().get())


def test_a_password_is_hashed_with_argon2(api: APIClient, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    api.post(PLAYERS, CLARA)
    assert User.objects.get().password.startswith("argon2$argon2id$")


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_other_methods_are_not_allowed(api: APIClient, method: str) -> None:
    problem_of(getattr(api, method)(PLAYERS), 405, "method_not_allowed")


def test_a_slash_at_the_end_makes_no_difference(api: APIClient) -> None:
    assert api.post(f"{PLAYERS}/", CLARA).status_code == 201


def test_a_token_that_no_longer_works_does_not_stand_in_the_way(api: APIClient) -> None:
    api.credentials(HTTP_AUTHORIZATION="Bearer 0123")
    assert api.post(PLAYERS, CLARA).status_code == 201


@pytest.mark.parametrize("username", ["ann", "ANN", "Ann"])
def test_a_name_is_taken_whatever_the_case(api: APIClient, ann: User, username: str) -> None:
    document = problem_of(api.post(PLAYERS, {**CLARA, "username": username}), 400, "invalid")
    assert document["errors"] == {"username": ["A player with that name already exists."]}


def test_the_same_request_again_finds_the_name_taken(api: APIClient) -> None:
    assert api.post(PLAYERS, CLARA).status_code == 201
    problem_of(api.post(PLAYERS, CLARA), 400, "invalid")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "username",
    [
        "",
        "ab",
        "a" * 21,
        "ann bob",
        " ann",
        "ann\n",
        "ann@mail",
        "änne",
        "\N{CYRILLIC SMALL LETTER A}nn",
        "a.b",
        "ann/",
        "1²3",
    ],
)
def test_a_name_is_three_to_twenty_plain_letters_digits_and_dashes(
    api: APIClient, username: str
) -> None:
    document = problem_of(api.post(PLAYERS, {**CLARA, "username": username}), 400, "invalid")
    assert list(document["errors"]) == ["username"]


@pytest.mark.parametrize("username", ["ab", "a" * 21])
def test_the_length_of_a_name_is_found_wanting_once(api: APIClient, username: str) -> None:
    document = problem_of(api.post(PLAYERS, {**CLARA, "username": username}), 400, "invalid")
    assert len(document["errors"]["username"]) == 1


@pytest.mark.parametrize("username", ["abc", "a" * 20, "007", "---", "A_b-9"])
def test_a_name_at_the_edge_of_the_rules_is_fine(api: APIClient, username: str) -> None:
    response = api.post(PLAYERS, {**CLARA, "username": username})
    assert response.json()["username"] == username


@pytest.mark.parametrize(
    "password",
    [
        *["", "xq7v-kp", "password", "12345678901", "Clara_3clara"],
        *["Agnes-2026!", "agnesbernauer", "PATIENCE99", "paciência-diario"],
    ],
)
def test_a_weak_password_is_refused(api: APIClient, password: str) -> None:
    document = problem_of(api.post(PLAYERS, {**CLARA, "password": password}), 400, "invalid")
    assert list(document["errors"]) == ["password"]
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["agnes went out at noon", "1 solitaire, 2 solitary"])
def test_a_word_of_the_service_may_stand_among_others(api: APIClient, password: str) -> None:
    assert api.post(PLAYERS, {**CLARA, "password": password}).status_code == 201


@pytest.mark.parametrize(
    "password", ["80351746", "xqvwkpzt", "XQVWKPZT", "?!;:+-*/", "xq vw kp", "ÄÖ牌♠ßñçø"]
)
def test_it_is_no_matter_of_what_a_password_is_made(api: APIClient, password: str) -> None:
    assert api.post(PLAYERS, {**CLARA, "password": password}).status_code == 201
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize("length", [64, 128, 4_000])
def test_a_password_may_be_long_and_all_of_it_counts(api: APIClient, length: int) -> None:
    password = ("correct horse battery " * 200)[: length - 1] + "x"
    assert api.post(PLAYERS, {**CLARA, "password": password}).status_code == 201
    assert User.objects.get().check_password(password)
    assert not User.objects.get().check_password(password[:-1])


def test_a_password_keeps_its_outer_spaces(api: APIClient) -> None:
    api.post(PLAYERS, {**CLARA, "password": "  correct horse  "})
    assert User.objects.get().check_password("  correct horse  ")


@pytest.mark.parametrize(
    "change",
    [
        {"username": 12345},
        {"username": None},
        {"username": ["Clara"]},
        {"username": {"name": "Clara"}},
        {"password": 1234567890123},
        {"password": None},
        {"email": "no address"},
        {"email": 5},
        {"email": None},
        {"email": "a" * 250 + "@mail.example"},
    ],
)
def test_a_field_of_the_wrong_kind_is_named(api: APIClient, change: dict[str, Any]) -> None:
    document = problem_of(api.post(PLAYERS, {**CLARA, **change}), 400, "invalid")
    assert list(document["errors"]) == list(change)


def test_all_that_is_wrong_is_said_at_once(api: APIClient) -> None:
    document = problem_of(api.post(PLAYERS, {}), 400, "invalid")
    assert set(document["errors"]) == {"username", "password"}


@pytest.mark.parametrize(
    "field", ["id", "is_staff", "is_superuser", "is_active", "is_hidden", "date_joined", "groups"]
)
def test_no_other_field_can_be_set(api: APIClient, field: str) -> None:
    api.post(PLAYERS, {**CLARA, field: "1"})
    player = User.objects.get()
    assert player.is_active
    assert not any((player.is_staff, player.is_superuser, player.is_hidden))


def test_who_signs_up_too_often_is_told_when_to_go_on(
    api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CourtesyThrottle, "THROTTLE_RATES", {"sign-up": "1/min"})
    assert api.post(PLAYERS, CLARA).status_code == 201
    response = api.post(PLAYERS, {**CLARA, "username": "clara4"})
    problem_of(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 60

"""`POST /api/v1/tokens` and `GET /api/v1/tokens`."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.tokens import token_create
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/tokens"
SIGN_IN = {"username": "ann", "password": "correct horse battery"}


def test_a_player_signs_in_and_gets_a_token_that_works(api: APIClient, ann: User) -> None:
    response = api.post(TOKENS, {**SIGN_IN, "name": "laptop"})
    assert response.status_code == 201
    answer = response.json()
    assert set(answer) == {"token", "name", "scope", "expires_at"}
    assert (answer["name"], answer["scope"]) == ("laptop", "play")
    assert answer["expires_at"].endswith("Z")
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {answer['token']}")
    assert api.get(TOKENS).json()["results"][0]["name"] == "laptop"


def test_a_token_needs_no_name(api: APIClient, ann: User) -> None:
    assert api.post(TOKENS, SIGN_IN).json()["name"] == ""


def test_the_name_of_the_player_may_be_in_any_case(api: APIClient, ann: User) -> None:
    assert api.post(TOKENS, {**SIGN_IN, "username": "aNN"}).status_code == 201


def test_an_old_token_that_is_sent_along_does_no_harm(api: APIClient, ann: User) -> None:
    api.credentials(HTTP_AUTHORIZATION="Bearer gone")
    assert api.post(TOKENS, SIGN_IN).status_code == 201


def test_signing_in_again_gives_another_token_and_both_work(api: APIClient, ann: User) -> None:
    secrets = [api.post(TOKENS, SIGN_IN).json()["token"] for _ in range(2)]
    assert secrets[0] != secrets[1]
    for secret in secrets:
        assert api.get(TOKENS, HTTP_AUTHORIZATION=f"Bearer {secret}").status_code == 200


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    api: APIClient, ann: User
) -> None:
    wrong = api.post(TOKENS, {**SIGN_IN, "password": "wrong"})
    unknown = api.post(TOKENS, {**SIGN_IN, "username": "nobody"})
    problem_of(wrong, 401, "bad_credentials")
    assert wrong.content == unknown.content


@pytest.mark.parametrize("username", ["ann", "nobody", "no such name \N{PILE OF POO}" * 9])
def test_one_password_is_hashed_whether_the_name_exists_or_not(
    api: APIClient, ann: User, username: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    api.post(TOKENS, {"username": username, "password": "wrong"})
    assert hashed == ["wrong"]


def test_a_banned_player_cannot_sign_in(api: APIClient, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    problem_of(api.post(TOKENS, SIGN_IN), 401, "bad_credentials")


@pytest.mark.parametrize(
    "change",
    [
        {"username": None},
        {"username": 7},
        {"username": ""},
        {"password": None},
        {"password": ""},
        {"password": True},
        {"name": "n" * 51},
        {"name": None},
        {"name": ["laptop"]},
        {"scope": "write"},
        {"scope": None},
        {"days": 0},
        {"days": 367},
        {"days": "soon"},
        {"days": "7"},
    ],
)
def test_a_field_of_the_wrong_kind_is_named(
    api: APIClient, ann: User, change: dict[str, Any]
) -> None:
    document = problem_of(api.post(TOKENS, {**SIGN_IN, **change}), 400, "invalid")
    assert list(document["errors"]) == list(change)


def test_too_many_attempts_are_told_when_to_go_on(api: APIClient, ann: User) -> None:
    for _ in range(10):
        problem_of(api.post(TOKENS, {**SIGN_IN, "password": "wrong"}), 401, "bad_credentials")
    response = api.post(TOKENS, SIGN_IN)
    problem_of(response, 429, "too_many_attempts")
    assert 290 <= int(response["Retry-After"]) <= 300


def test_my_tokens_are_listed_newest_first_without_their_secrets(
    as_ann: APIClient, ann: User
) -> None:
    token, secret = token_create(player=ann, name="laptop")
    response = as_ann.get(TOKENS)
    answer = response.json()
    assert (answer["next"], answer["previous"]) == (None, None)
    assert [row["name"] for row in answer["results"]] == ["laptop", "test"]
    row = answer["results"][0]
    assert set(row) == {"id", "name", "scope", "created_at", "expires_at"}
    assert row["created_at"].endswith("Z")
    assert row["expires_at"].endswith("Z")
    assert re.fullmatch("[0-9a-f]{16}", row["id"])
    told = response.content.decode()
    assert not any(part in told for part in (secret, secret[:15], token.digest))


def test_an_answer_stays_private(as_ann: APIClient) -> None:
    assert as_ann.get(TOKENS)["Cache-Control"] == "private, no-store"


def test_other_peoples_tokens_are_not_listed(as_ann: APIClient, bob: User) -> None:
    token_create(player=bob, name="theirs")
    assert [row["name"] for row in as_ann.get(TOKENS).json()["results"]] == ["test"]


def test_an_expired_token_is_not_listed_and_goes_with_the_next_one(
    as_ann: APIClient, ann: User
) -> None:
    old, _ = token_create(player=ann, name="old")
    ApiToken.objects.filter(digest=old.digest).update(expiry=timezone.now() - timedelta(seconds=1))
    assert [row["name"] for row in as_ann.get(TOKENS).json()["results"]] == ["test"]
    token_create(player=ann, name="new")
    assert not ApiToken.objects.filter(digest=old.digest).exists()


def test_who_is_not_signed_in_sees_no_tokens(api: APIClient) -> None:
    response = api.get(TOKENS)
    problem_of(response, 401, "not_signed_in")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    problem_of(getattr(as_ann, method)(TOKENS), 405, "method_not_allowed")


def test_listing_takes_one_query_besides_the_one_for_the_token(
    as_ann: APIClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        as_ann.get(TOKENS)

"""What a token may do, how long it works, and how many of them there can be."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.errors import Refused
from accounts.models import ApiToken, User
from accounts.services.tokens import token_create
from accounts.tests.asserting import problem_of
from agnes_site.tests.contract import ContractClient
from agnes_site.tests.routes import api_routes

if TYPE_CHECKING:
    from pytest_django import Settings
    from rest_framework.test import APIClient

TOKENS, ME = "/api/v1/tokens", "/api/v1/me"
SIGN_IN = {"username": "ann", "password": "correct horse battery"}
UNSAFE = {"post", "put", "patch", "delete"}
# Here a password is asked for, and a token that is sent along is not looked at.
WITHOUT_TOKEN = {("post", "api-players"), ("post", "api-tokens")}
PLACES = {"day": "today", "period": "all", "game_id": 1, "username": "ann", "token_id": "0" * 16}
CHANGES = [
    pytest.param(method, route.name, route.path, id=f"{method}-{route.name}")
    for route in api_routes()
    for method in sorted(route.methods & UNSAFE)
    if (method, route.name) not in WITHOUT_TOKEN
]


@pytest.fixture
def reading(ann: User) -> APIClient:
    """A program of Ann's whose token only reads."""
    _, secret = token_create(player=ann, name="board on the wall", scope="read")
    client = ContractClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.mark.parametrize(("method", "name", "path"), CHANGES)
def test_a_token_that_only_reads_changes_nothing_anywhere(
    reading: APIClient, method: str, name: str, path: str
) -> None:
    places = {key: value for key, value in PLACES.items() if f"{key}>" in path}
    answer = getattr(reading, method)(reverse(name, kwargs=places), {})
    problem_of(answer, 403, "scope_too_narrow")


def test_a_token_that_only_reads_reads(reading: APIClient) -> None:
    for address in (ME, TOKENS, f"{ME}/export", "/api/v1/games", "/api/v1/daily/today"):
        assert reading.get(address).status_code == 200
    assert reading.head(ME).status_code == 200


def test_a_scope_and_a_time_can_be_chosen_at_sign_in(api: APIClient, ann: User) -> None:
    answer = api.post(TOKENS, {**SIGN_IN, "scope": "read", "days": 7}).json()
    assert answer["scope"] == "read"
    token = ApiToken.objects.get()
    assert token.scope == "read"
    away = token.expiry - timezone.now()
    assert timedelta(days=6, hours=23) < away <= timedelta(days=7)


@pytest.mark.django_db
def test_the_database_knows_the_scopes(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(user=ann, scope="all")


@pytest.mark.django_db
def test_a_server_of_the_version_before_makes_tokens_that_play(ann: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_apitoken (digest, token_key, created, expiry, name, user_id)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            ["d" * 128, "k" * 15, timezone.now(), timezone.now(), "old", ann.pk],
        )
    assert ApiToken.objects.get().scope == "play"


def test_a_player_has_no_more_than_fifty_tokens(api: APIClient, ann: User, bob: User) -> None:
    for _ in range(50):
        token_create(player=ann)
    problem_of(api.post(TOKENS, SIGN_IN), 409, "too_many_tokens")
    assert api.post(TOKENS, {**SIGN_IN, "username": "bob"}).status_code == 201
    ApiToken.objects.filter(pk=ApiToken.objects.filter(user=ann)[0].pk).delete()
    assert api.post(TOKENS, SIGN_IN).status_code == 201


def test_tokens_that_no_longer_work_do_not_count(
    api: APIClient, ann: User, settings: Settings
) -> None:
    settings.TOKEN_CAP = 1
    token_create(player=ann)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert api.post(TOKENS, SIGN_IN).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_of_eight_at_once_no_more_than_the_cap_are_made(ann: User, settings: Settings) -> None:
    settings.TOKEN_CAP = 3
    together = Barrier(8)

    def one(number: int) -> str:
        together.wait()
        try:
            return token_create(player=ann, name=str(number))[0].scope
        except Refused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(one, range(8)))
    assert answers == ["play"] * 3 + ["too_many_tokens"] * 5
    assert ApiToken.objects.count() == 3


@pytest.mark.django_db
def test_whoever_has_gone_meanwhile_gets_no_token(ann: User) -> None:
    gone = User.objects.get()
    ann.delete()
    with pytest.raises(Refused, match="not_signed_in"):
        token_create(player=gone)

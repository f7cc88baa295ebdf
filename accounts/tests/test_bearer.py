"""The header `Authorization: Bearer TOKEN`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts.authentication import BearerAuthentication, player_of
from accounts.models import ApiToken, User
from accounts.services.tokens import token_create
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
TOKENS = "/api/v1/tokens"


def test_token_and_player_are_found_by_one_query(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    token, secret = token_create(player=ann)
    request = Request(APIRequestFactory().get(TOKENS, HTTP_AUTHORIZATION=f"Bearer {secret}"))
    with django_assert_num_queries(1):
        found = BearerAuthentication().authenticate(request)
    assert found is not None
    assert (found[0].username, found[1]) == ("ann", token)


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_in_any_case(api: APIClient, ann: User, scheme: str) -> None:
    _, secret = token_create(player=ann)
    assert api.get(TOKENS, HTTP_AUTHORIZATION=f"{scheme} {secret}").status_code == 200


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "two parts",
        "a" * 8000,
        "0" * 64,
        "\x00",
        "\x01\x7f",
        "\xff\xfe",
        "\xc3\xbc",
        "%00",
        "' OR 1=1 --",
        "{}",
    ],
)
def test_whatever_bytes_are_sent_a_token_that_does_not_exist_is_no_token(
    api: APIClient, ann: User, token: str
) -> None:
    token_create(player=ann)
    response = api.get(TOKENS, HTTP_AUTHORIZATION=f"Bearer {token}")
    problem_of(response, 401, "bad_token")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header", ["", "Basic YW5uOmFubg==", "Token 0123", "\xff\xfe x", "Bearerx y"]
)
def test_another_scheme_is_nobody(api: APIClient, header: str) -> None:
    problem_of(api.get(TOKENS, HTTP_AUTHORIZATION=header), 401, "not_signed_in")


def test_nothing_stands_behind_a_token(api: APIClient, ann: User) -> None:
    _, secret = token_create(player=ann)
    problem_of(api.get(TOKENS, HTTP_AUTHORIZATION=f"Bearer {secret} x"), 401, "bad_token")


def test_a_token_ends_when_it_expires(as_ann: APIClient) -> None:
    ApiToken.objects.update(expiry=timezone.now() + timedelta(seconds=60))
    assert as_ann.get(TOKENS).status_code == 200
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    problem_of(as_ann.get(TOKENS), 401, "bad_token")


def test_a_banned_players_token_no_longer_works(as_ann: APIClient, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    problem_of(as_ann.get(TOKENS), 401, "bad_token")


def test_the_digest_is_no_token(api: APIClient, ann: User) -> None:
    token, _ = token_create(player=ann)
    problem_of(api.get(TOKENS, HTTP_AUTHORIZATION=f"Bearer {token.digest}"), 401, "bad_token")


def test_nobody_is_no_player() -> None:
    request = Request(APIRequestFactory().get("/"))
    request.user = AnonymousUser()
    with pytest.raises(NotAuthenticated):
        player_of(request)

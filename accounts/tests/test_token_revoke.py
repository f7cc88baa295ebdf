"""`DELETE /api/v1/tokens/ID`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accounts.models import ApiToken, User
from accounts.services.tokens import token_create
from accounts.tests.asserting import problem_of

if TYPE_CHECKING:
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db


def address(token: ApiToken) -> str:
    return f"/api/v1/tokens/{token.public_id}"


def test_a_revoked_token_no_longer_works(as_ann: APIClient, ann: User, api: APIClient) -> None:
    token, secret = token_create(player=ann, name="lost phone")
    response = as_ann.delete(address(token))
    assert (response.status_code, response.content) == (204, b"")
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    problem_of(api.get("/api/v1/tokens"), 401, "bad_token")


def test_the_other_tokens_go_on(as_ann: APIClient, ann: User) -> None:
    token, _ = token_create(player=ann, name="lost phone")
    as_ann.delete(address(token))
    assert [row["name"] for row in as_ann.get("/api/v1/tokens").json()["results"]] == ["test"]


def test_a_token_may_revoke_itself(as_ann: APIClient) -> None:
    assert as_ann.delete(address(ApiToken.objects.get())).status_code == 204
    problem_of(as_ann.get("/api/v1/tokens"), 401, "bad_token")


def test_revoking_again_finds_nothing(as_ann: APIClient, ann: User) -> None:
    token, _ = token_create(player=ann)
    as_ann.delete(address(token))
    problem_of(as_ann.delete(address(token)), 404, "not_found")


def test_somebody_elses_token_is_not_found_and_stays(as_ann: APIClient, bob: User) -> None:
    token, _ = token_create(player=bob)
    problem_of(as_ann.delete(address(token)), 404, "not_found")
    assert ApiToken.objects.filter(digest=token.digest).exists()


def test_who_is_not_signed_in_revokes_nothing(api: APIClient, ann: User) -> None:
    token, _ = token_create(player=ann)
    problem_of(api.delete(address(token)), 401, "not_signed_in")
    assert ApiToken.objects.filter(digest=token.digest).exists()


@pytest.mark.parametrize("method", ["get", "post", "put", "patch"])
def test_other_methods_are_not_allowed(as_ann: APIClient, method: str) -> None:
    token = ApiToken.objects.get()
    problem_of(getattr(as_ann, method)(address(token)), 405, "method_not_allowed")


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "f" * 15,
        "f" * 17,
        "F" * 16,
        "%25" * 16,
        "_" * 16,
        "%00" * 16,
        "a" * 15 + "%0A",
        "ü" * 16,
    ],
)
def test_what_is_no_id_is_not_found(as_ann: APIClient, text: str) -> None:
    problem_of(as_ann.delete(f"/api/v1/tokens/{text}"), 404, "not_found")

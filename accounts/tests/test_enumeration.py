"""Whether a name has an account is not told by what is asked of the service, nor by its work."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_tasks import default_task_backend

from accounts.models import User
from accounts.tests.mailing import confirm, receivers

if TYPE_CHECKING:
    from collections.abc import Callable

    from django_tasks.backends.dummy import DummyBackend
    from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db
WRONG = "not the horse battery"


class Work(list[str]):
    """What the service did: each password hashed, each statement's first words."""

    def of(self, ask: Callable[[], Any]) -> tuple[int, bytes, list[str]]:
        self.clear()
        with CaptureQueriesContext(connection) as captured:
            answer = ask()
        statements = [query["sql"].split(" ", 1)[0] for query in captured]
        return answer.status_code, answer.content, [*self, *statements]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    done = Work()
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str, *rest: Any) -> str:
        done.append("hash")
        return encode(hasher, password, salt, *rest)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return done


@pytest.fixture
def names(ann: User) -> list[str]:
    """An account, one that is closed, a guest, one without a password, and nobody's name."""
    User.objects.create_user("closed", "", "correct horse battery", is_active=False)
    guest = User.objects.create_user("guest-0123456789abcd", is_guest=True, is_hidden=True)
    return ["ann", "closed", guest.username, "nobody"]


def test_a_token_costs_the_same_for_every_name(
    api: APIClient, names: list[str], work: Work
) -> None:
    address = "/api/v1/tokens"
    found = [
        work.of(partial(api.post, address, {"username": name, "password": WRONG})) for name in names
    ]
    status, _, done = found[0]
    assert status == 401
    assert done.count("hash") == 1
    assert [each == found[0] for each in found] == [True] * len(names)


def test_the_page_to_sign_in_costs_the_same_for_every_name(names: list[str], work: Work) -> None:
    done = []
    for name in names:
        form = {"login": name, "password": WRONG}
        status, page, work_done = work.of(partial(Client().post, "/accounts/login/", form))
        done.append((status, work_done, b"nobody" in page.replace(name.encode(), b"")))
    assert done[0][0] == 200
    assert done[0][1].count("hash") == 1
    assert done == [done[0]] * len(names)


def test_a_reset_costs_the_same_and_says_the_same_for_every_address(
    ann: User, bob: User, work: Work
) -> None:
    """Of a player, of one who has not confirmed it, of an account that is closed, of nobody."""
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    closed = User.objects.create_user("closed", "closed@example.org", is_active=False)
    for player in (ann, closed):
        confirm(player)
    found = []
    for name in ("ann", "bob", "closed", "nobody"):
        cache.clear()
        form = {"email": f"{name}@example.org"}
        found.append(work.of(partial(Client().post, "/accounts/password/reset/", form)))
    assert found[0][0] == 302
    assert found[0][2].count("INSERT") >= 1
    assert [each == found[0] for each in found] == [True] * 4
    backend: DummyBackend = default_task_backend  # type: ignore[assignment]  # conftest sets it
    assert [job.task.name for job in backend.results] == ["mails_send"] * 4
    assert mail.outbox == []
    assert receivers() == ["ann@example.org"]


def test_less_work_would_be_noticed(
    api: APIClient, names: list[str], work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.salt", lambda self: "salt")
    monkeypatch.setattr("accounts.models.User.set_password", lambda *sent: None)
    known, unknown = (
        work.of(partial(api.post, "/api/v1/tokens", {"username": name, "password": WRONG}))
        for name in ("ann", "nobody")
    )
    assert known != unknown

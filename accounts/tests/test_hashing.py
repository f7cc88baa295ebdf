"""Few passwords are hashed at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Event, Lock
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.test import Client

from accounts import hashing
from accounts.models import SignInAttempt
from accounts.tests.asserting import problem_of
from accounts.tests.browsing import PASSWORD, SIGN_IN

if TYPE_CHECKING:
    from pytest_django import Settings
    from rest_framework.test import APIClient

    from accounts.models import User


def test_no_more_than_two_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lock, both, go_on = Lock(), Event(), Event()
    now, most = 0, 0

    def slow(self: Argon2PasswordHasher, password: str, salt: str) -> str:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
            if now == hashing.AT_ONCE:
                both.set()
        go_on.wait(20)
        with lock:
            now -= 1
        return password

    monkeypatch.setattr(Argon2PasswordHasher, "encode", slow)
    monkeypatch.setattr(hashing, "WAIT", 20)
    with ThreadPoolExecutor(6) as pool:
        hasher = hashing.FewArgon2Hasher()
        answers = [pool.submit(hasher.encode, str(number), "salt") for number in range(6)]
        assert both.wait(20)
        go_on.set()
        assert [answer.result() for answer in answers] == ["0", "1", "2", "3", "4", "5"]
    assert most == hashing.AT_ONCE


@pytest.fixture
def crowd(ann: User, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """All slots are taken, and stay so."""
    settings.PASSWORD_HASHERS = ["accounts.hashing.FewArgon2Hasher"]
    ann.set_password(PASSWORD)
    ann.save()
    cache.clear()
    monkeypatch.setattr(hashing, "WAIT", 0.01)
    slots = BoundedSemaphore(1)
    slots.acquire()
    monkeypatch.setattr(hashing, "_slots", slots)


@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize("username", ["ann", "nobody"])
def test_in_a_crowd_a_sign_in_is_told_to_come_back(api: APIClient, username: str) -> None:
    answer = api.post("/api/v1/tokens", {"username": username, "password": PASSWORD})
    problem_of(answer, 503, "busy")
    assert answer["Retry-After"] == "1"


@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize("username", ["ann", "nobody"])
def test_the_page_says_so_too(username: str) -> None:
    browser = Client(raise_request_exception=False)
    answer = browser.post(SIGN_IN, {"login": username, "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "Many sign in just now" in answer.content.decode()


@pytest.mark.usefixtures("crowd")
def test_who_wants_to_leave_in_a_crowd_stays_and_is_told_to_come_back(ann: User) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(ann)
    answer = browser.post("/me/delete", {"password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    ann.refresh_from_db()


@pytest.mark.usefixtures("crowd")
@pytest.mark.parametrize("username", ["ann", "nobody"])
def test_who_comes_again_and_again_is_not_locked_out(api: APIClient, username: str) -> None:
    SignInAttempt.objects.all().delete()
    browser = Client(raise_request_exception=False)
    for _ in range(11):
        answer = api.post("/api/v1/tokens", {"username": username, "password": PASSWORD})
        problem_of(answer, 503, "busy")
        assert browser.post(SIGN_IN, {"login": username, "password": PASSWORD}).status_code == 503
    assert not SignInAttempt.objects.exists()

"""A player's sessions: listed, ended by hand, and ended by what should end them."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.devices import device_of
from accounts.models import PlayerSession, User
from accounts.tests.browsing import (
    CHANGE,
    OTHER,
    PASSWORD,
    is_signed_in,
    session_key,
    show_who_it_is,
    sign_in,
)

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture(autouse=True)
def _no_limits_reached_before() -> None:
    cache.clear()


def browser(user_agent: str = "", username: str = "ann") -> Client:
    client = Client(headers={"User-Agent": user_agent})
    sign_in(client, username)
    return client


def row(client: Client) -> PlayerSession:
    return PlayerSession.objects.get(session_key=session_key(client))


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.0", ""),
        ("x" * 9000, ""),
    ],
)
def test_a_browser_is_told_in_two_words(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device


def test_my_sessions_are_listed_and_this_one_is_marked(ann: User, bob: User) -> None:
    here, _, _ = browser(FIREFOX), browser(IPHONE), browser("curl/8.0", "bob")
    page = here.get("/me").content.decode()
    assert page.count("Firefox, Linux") == 1
    assert page.count("Safari, iPhone") == 2
    assert page.count("this one") == 1
    assert "(not known)" not in page
    assert session_key(here) not in page


def test_one_session_is_ended_by_its_player_alone(ann: User, bob: User) -> None:
    here, phone, other = browser(FIREFOX), browser(IPHONE), browser("", "bob")
    address = f"/me/sessions/{row(phone).public_id}/end"
    assert other.post(address).status_code == 404
    assert is_signed_in(phone)
    assert here.post(address).status_code == 302
    assert is_signed_in(here)
    assert not is_signed_in(phone)


def test_all_others_are_ended_at_once(ann: User, bob: User) -> None:
    here, phone, other = browser(), browser(), browser("", "bob")
    here.post("/me/sessions/end")
    assert [is_signed_in(client) for client in (here, phone, other)] == [True, False, True]


def test_who_signed_in_a_while_ago_shows_who_it_is_before_others_are_ended(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, phone = browser(), browser()
    later = time.time() + 301
    monkeypatch.setattr(time, "time", lambda: later)
    here.post("/me/sessions/end")
    assert is_signed_in(phone)
    show_who_it_is(here)
    here.post("/me/sessions/end")
    assert not is_signed_in(phone)


def test_a_new_password_leaves_no_other_session_behind(ann: User, bob: User) -> None:
    here, _, other = browser(), browser(), browser("", "bob")
    here.post(CHANGE, {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER})
    assert is_signed_in(here)
    assert set(PlayerSession.objects.exclude(player_id=None)) == {row(here), row(other)}


def test_a_ban_leaves_no_session_behind(ann: User, bob: User) -> None:
    client, other = browser(), browser("", "bob")
    ann.is_active = False
    ann.save()
    assert not is_signed_in(client)
    assert list(PlayerSession.objects.filter(player_id__isnull=False)) == [row(other)]


def test_being_seen_is_noted_by_the_hour(
    ann: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The session, the player, the address; and the note."""
    client = browser()
    with django_assert_num_queries(3):
        client.get("/api/v1/me")
    before = timezone.now() - timedelta(hours=2)
    PlayerSession.objects.update(seen_at=before)
    with django_assert_num_queries(4):
        client.get("/api/v1/me")
    assert PlayerSession.objects.filter(seen_at__gt=before + timedelta(hours=1)).count() == 1
    with django_assert_num_queries(3):
        client.get("/api/v1/me")

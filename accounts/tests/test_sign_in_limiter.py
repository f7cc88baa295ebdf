"""The limiter of signing in: counts before it hashes, by account and address, and is exact."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Lock
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

from accounts.errors import Refused
from accounts.models import SignInAttempt, User
from accounts.services import signing
from accounts.services.players import player_create
from accounts.services.signing import password_confirm, sign_in

if TYPE_CHECKING:
    from pytest_django import Settings

PASSWORD, WRONG = "correct horse battery", "wrong"
HOME, AWAY = "192.0.2.1", "198.51.100.7"
LIMIT = 10


def attempt(username: str = "ann", address: str = HOME, password: str = WRONG) -> str:
    """The code of the refusal, or the name of who got in."""
    try:
        return sign_in(address=address, username=username, password=password).username
    except Refused as refusal:
        return refusal.code


@pytest.fixture
def locked_out(ann: User) -> None:
    for _ in range(LIMIT):
        assert attempt() == "bad_credentials"


def age_attempts(seconds: float) -> None:
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=seconds))


@pytest.mark.usefixtures("locked_out")
@pytest.mark.django_db
class TestAfterTenWrongPasswords:
    def test_even_the_right_one_is_not_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(signing, "authenticate", lambda **_: pytest.fail("hashed"))
        assert attempt(password=PASSWORD) == "too_many_attempts"

    def test_the_account_is_not_locked_elsewhere(self) -> None:
        assert attempt(address=AWAY, password=PASSWORD) == "ann"

    def test_other_accounts_are_not_locked_at_that_address(self, bob: User) -> None:
        assert attempt(username="bob", password=PASSWORD) == "bob"

    def test_the_case_of_the_name_is_no_way_around(self) -> None:
        assert attempt(username="aNN", password=PASSWORD) == "too_many_attempts"

    @pytest.mark.parametrize("name", ["\u017fid", "s\u0131d", "\u017f\u0131d"])
    def test_a_letter_whose_capital_is_an_s_or_an_i_is_no_way_around(self, name: str) -> None:
        player_create(username="Sid", password=PASSWORD)
        for _ in range(LIMIT):
            assert attempt(username=name) == "bad_credentials"
        assert attempt(username="sid", password=PASSWORD) == "too_many_attempts"

    def test_it_is_said_when_to_come_back_and_it_holds_whatever_is_tried_meanwhile(self) -> None:
        age_attempts(100)
        for _ in range(5):
            with pytest.raises(Refused) as refusal:
                sign_in(address=HOME, username="ann", password="wrong")
            assert refusal.value.retry_after in {200, 201}
        age_attempts(300)
        assert attempt(password=PASSWORD) == "ann"

    def test_the_password_asked_for_once_more_is_held_too(self, ann: User) -> None:
        with pytest.raises(Refused, match="too_many_attempts"):
            password_confirm(player=ann, address=HOME, password=PASSWORD)


@pytest.mark.django_db
def test_success_forgets_the_attempts_before_it(ann: User) -> None:
    for _ in range(3):
        codes = [attempt() for _ in range(LIMIT - 1)]
        assert codes == ["bad_credentials"] * (LIMIT - 1)
        assert attempt(password=PASSWORD) == "ann"
    assert not SignInAttempt.objects.exists()


@pytest.mark.django_db
def test_unknown_names_are_counted_as_well() -> None:
    codes = [attempt(username="nobody") for _ in range(LIMIT + 1)]
    assert codes == ["bad_credentials"] * LIMIT + ["too_many_attempts"]


@pytest.mark.django_db
def test_an_attempt_leaves_neither_name_nor_address_and_is_gone_when_it_no_longer_counts(
    ann: User, settings: Settings
) -> None:
    attempt()
    row = SignInAttempt.objects.get()
    assert len(row.key) == 64
    assert "ann" not in str(row).lower()
    age_attempts(settings.SIGN_IN_WINDOW.total_seconds() + 1)
    attempt(username="somebody else")
    assert not SignInAttempt.objects.filter(pk=row.pk).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("username", ["ann", "nobody"])
def test_of_forty_at_once_no_more_than_the_limit_get_to_the_hash(
    ann: User, username: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed, lock = [], Lock()

    def counted(**credentials: str) -> None:
        with lock:
            hashed.append(credentials["username"])

    monkeypatch.setattr(signing, "authenticate", counted)
    together = Barrier(40)

    def one(number: int) -> str:
        together.wait()
        try:
            return attempt(username=username)
        finally:
            connection.close()

    with ThreadPoolExecutor(40) as pool:
        codes = list(pool.map(one, range(40)))
    assert set(codes) <= {"bad_credentials", "too_many_attempts"}
    assert len(hashed) == codes.count("bad_credentials") <= LIMIT
    rest = [attempt(username=username) for _ in range(LIMIT + 1)]
    assert len(hashed) == LIMIT
    assert rest[-1] == "too_many_attempts"

"""Signing in, and the limit on guessing."""

from __future__ import annotations

import hashlib
import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import authenticate
from django.utils import timezone

from accounts.errors import Refused
from accounts.events import security_event, sign_in_refused
from accounts.models import SignInAttempt, User
from accounts.second_factor import second_factor_confirm

if TYPE_CHECKING:
    from collections.abc import Iterator


def sign_in(*, address: str, username: str, password: str, code: str = "") -> User:
    """The active player of that name and password, and of that code if there is a second factor.

    Raises `Refused`: "bad_credentials", after the same time for a name that does not exist (the
    backend hashes then, too), "too_many_attempts", and like `second_factor_confirm`.
    """
    player = _password_check(address=address, username=username, password=password)
    second_factor_confirm(player=player, code=code)
    attempts_clear(username=username, address=address)
    security_event("sign_in", player=player.pk, way="api")
    return player


def _password_check(*, address: str, username: str, password: str) -> User:
    attempt_admit(username=username, address=address)
    with uncounted_when_busy(username=username, address=address):
        player = authenticate(username=username, password=password)
    if player is None:
        sign_in_refused(reason="credentials", username=username)
        raise Refused("bad_credentials")
    return player


def password_confirm(*, player: User, address: str, password: str) -> None:
    """Somebody signed in shows once more that they are the player. Raises "bad_credentials" and
    "too_many_attempts".

    Never inside a transaction: the count of attempts has to outlive the refusal.
    """
    _password_check(address=address, username=player.username, password=password)
    attempts_clear(username=player.username, address=address)


def attempt_admit(*, username: str, address: str) -> None:
    """Counts an attempt, to be called before a password is hashed.

    The row is committed before the rows are counted. So of any number at once the last to commit
    sees all the others, and no more than SIGN_IN_LIMIT are let through in SIGN_IN_WINDOW. An
    attempt that is turned away does not count any longer: `retry_after` holds.

    Raises `Refused("too_many_attempts", retry_after=…)`.
    """
    now = timezone.now()
    key = _attempts_key(username, address)
    SignInAttempt.objects.filter(at__lte=now - settings.SIGN_IN_WINDOW).delete()
    own = SignInAttempt.objects.create(key=key, at=now)
    times = list(SignInAttempt.objects.filter(key=key).order_by("at").values_list("at", flat=True))
    if len(times) <= settings.SIGN_IN_LIMIT:
        return
    own.delete()
    sign_in_refused(reason="attempts", username=username)
    wait = times[0] + settings.SIGN_IN_WINDOW - now
    raise Refused("too_many_attempts", retry_after=max(1, math.ceil(wait.total_seconds())))


@contextmanager
def uncounted_when_busy(*, username: str, address: str) -> Iterator[None]:
    """Takes an attempt back that was sent away before its password was looked at.

    Who comes again a second later, as told, and again, would else be locked out in the end.
    """
    try:
        yield
    except Refused as refusal:
        if refusal.code == "busy":
            own = SignInAttempt.objects.filter(key=_attempts_key(username, address))
            SignInAttempt.objects.filter(pk__in=own.order_by("-pk").values("pk")[:1]).delete()
        raise


def attempts_clear(*, username: str, address: str) -> None:
    """Forgets the attempts, after one that succeeded."""
    SignInAttempt.objects.filter(key=_attempts_key(username, address)).delete()


def _attempts_key(username: str, address: str) -> str:
    # Upper case, as PostgreSQL compares names: it takes a long s for an S, a dotless i for an I.
    text = f"{username.upper()}\n{address}"
    return hashlib.sha256(text.encode()).hexdigest()

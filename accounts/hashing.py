"""How passwords are hashed (`PASSWORD_HASHERS`): Argon2, few at once."""

from __future__ import annotations

from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from django.contrib.auth.hashers import Argon2PasswordHasher

from accounts.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

# One takes about 100 MB and a tenth of a second of a core.
AT_ONCE, WAIT = 2, 1.0
_slots = BoundedSemaphore(AT_ONCE)


@contextmanager
def _slot() -> Iterator[None]:
    if not _slots.acquire(timeout=WAIT):
        raise Refused("busy", retry_after=1)
    try:
        yield
    finally:
        _slots.release()


class FewArgon2Hasher(Argon2PasswordHasher):
    """Argon2 in at most AT_ONCE threads of a process: many who sign in cannot take all its memory.

    Who has waited for WAIT seconds is sent away: `busy`.
    """

    def encode(self, password: str, salt: str) -> str:
        with _slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _slot():
            return super().verify(password, encoded)

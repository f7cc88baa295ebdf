"""Secrets that have to be read again are stored sealed, by a key made of `SECRET_KEY`.

Fernet: AES-128-CBC and HMAC-SHA256. What a key of `SECRET_KEY_FALLBACKS` has sealed opens as well.
"""

from __future__ import annotations

import base64
import logging

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.errors import Refused

logger = logging.getLogger(__name__)

_MARK = "sealed:"
_PURPOSE = b"agnes: second factor"


def seal(secret: str) -> str:
    """Return the text to store, another one each time."""
    return _MARK + _keys().encrypt(secret.encode()).decode()


def unseal(stored: str) -> str:
    """Return the secret; one stored in the clear, as before there was a seal, as it is.

    Raises `unavailable` when no key of ours opens it: nobody gets in by a secret nobody can read.
    """
    if not stored.startswith(_MARK):
        return stored
    try:
        return _keys().decrypt(stored.removeprefix(_MARK)).decode()
    except InvalidToken as error:
        logger.error("sealed by a key that is neither SECRET_KEY nor in SECRET_KEY_FALLBACKS")
        raise Refused("unavailable") from error


def _keys() -> MultiFernet:
    return MultiFernet(map(_key, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]))


def _key(secret: str) -> Fernet:
    derived = HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))

"""Players whose accounts hold more than a password."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP

from accounts.tests.browsing import APP_SECRET

if TYPE_CHECKING:
    from accounts.models import User


@pytest.fixture
def careful(ann: User) -> User:
    """Ann, with an app and recovery codes."""
    TOTP.activate(ann, APP_SECRET)
    RecoveryCodes.activate(ann)
    return ann

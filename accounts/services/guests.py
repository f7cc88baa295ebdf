"""Players who have not signed up."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import Refused
from accounts.looks import look_of
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.services.players import name_taken, player_save_new

GUEST_NAME_BYTES = 7  # two hex digits each: with "guest-" as long as a name may be


def guest_create() -> User:
    """A guest: a player without a password, hidden, whom nothing but a session leads back to."""
    guest = User(
        username=f"{GUEST_PREFIX}{secrets.token_hex(GUEST_NAME_BYTES)}",
        is_guest=True,
        is_hidden=True,
        date_joined=timezone.now(),
    )
    guest.set_unusable_password()
    player_save_new(guest)
    return guest


def guest_sign_up(guest: User) -> None:
    """Makes a guest's row an account, with what `guest` carries: name, address, password, look.

    The player stays hidden: whoever knows their games shows them on the boards. Raises Django's
    ValidationError when the name is taken, and `not_found` when this is no guest (any more).
    """
    row = User.objects.filter(pk=guest.pk, is_guest=True)
    try:
        with transaction.atomic():
            rows = row.update(
                username=guest.username,
                email=guest.email,
                password=guest.password,
                **look_of(guest),
                is_guest=False,
            )
    except IntegrityError as error:
        raise ValidationError({"username": name_taken()}) from error
    if not rows:
        raise Refused("not_found")
    guest.is_guest = False

"""Accounts: signing up, settings, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.admin.models import LogEntry
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.confirmations import address_set, confirmation_ask
from accounts.errors import Refused
from accounts.models import User
from accounts.names import refuse_names
from accounts.services.sessions import sessions_end

if TYPE_CHECKING:
    from accounts.mails import Asker


def player_create(
    *, username: str, password: str, email: str = "", asker: Asker | None = None
) -> User:
    """A new player; a mail to confirm the address goes out, if it is known who asks.

    Raises Django's ValidationError with messages per field.
    """
    player = User(username=username, email=email.lower())
    _check_new(player, password)
    player.set_password(password)
    with transaction.atomic():
        player_save_new(player)
        if asker is not None:
            confirmation_ask(player=player, asker=asker)
    return player


def player_save_new(player: User) -> None:
    """Inserts the row; a name that somebody else took just now is a ValidationError too."""
    try:
        with transaction.atomic():
            player.save(force_insert=True)
    except IntegrityError as error:
        raise ValidationError({"username": name_taken()}) from error


def _check_new(player: User, password: str) -> None:
    errors: dict[str, list[ValidationError]] = {}
    try:
        player.clean_fields(exclude=["password"])
    except ValidationError as error:
        errors |= error.error_dict
    try:
        refuse_names(player.username)
    except ValidationError as error:
        errors.setdefault("username", error.error_list)
    if "username" not in errors and User.objects.filter(username__iexact=player.username).exists():
        errors["username"] = [name_taken()]
    try:
        validate_password(password, player)
    except ValidationError as error:
        errors["password"] = error.error_list
    if errors:
        raise ValidationError(errors)


def name_taken() -> ValidationError:
    """What is said of a name that somebody else has."""
    return ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")


def player_update(*, player: User, email: str, asker: Asker) -> bool:
    """Sets the address for mail, "" for none. Raises Django's ValidationError.

    A new one gets a mail with a link, and no other until that is followed: tell whether that mail
    is on its way. A guest has no password that a mail could reset: `forbidden`.
    """
    refuse_guest(player)
    player.email = email.lower()
    player.clean_fields(exclude=["password", "username"])
    with transaction.atomic():
        kept = User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
        if kept is None:
            raise Refused("not_signed_in")
        if kept.email == player.email:
            return False
        player.save(update_fields=["email"])
        return address_set(player=player, asker=asker)


def settings_choose(*, player: User, **settings: str) -> None:
    """Sets `language`, one of `LANGUAGES` or "" for the browser's, and columns of `Looks`.

    Raises `not_signed_in` when the account has just been deleted.
    """
    if settings and not User.objects.filter(pk=player.pk).update(**settings):
        raise Refused("not_signed_in")
    for name, value in settings.items():
        setattr(player, name, value)


def refuse_guest(player: User) -> None:
    """What is for accounts alone. Raises `forbidden`."""
    if player.is_guest:
        raise Refused("forbidden")


def account_delete(*, player: User) -> None:
    """Deletes the player with tokens, sessions, addresses and what the admin noted about them.

    Ask for the password first (`password_confirm`), outside the transaction.
    """
    with transaction.atomic():
        sessions_end(player=player)
        LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(User), object_id=str(player.pk)
        ).delete()
        player.delete()

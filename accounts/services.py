"""Every write to accounts: players, tokens, attempts to sign in."""

from __future__ import annotations

import hashlib
import math
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from accounts.confirmations import address_set, confirmation_ask
from accounts.errors import Refused
from accounts.events import security_event, sign_in_refused
from accounts.looks import look_of
from accounts.models import TOKEN_DAYS, ApiToken, PlayerSession, SignInAttempt, User
from accounts.names import GUEST_PREFIX, refuse_names
from accounts.second_factor import second_factor_confirm

if TYPE_CHECKING:
    from accounts.mails import Asker

GUEST_NAME_BYTES = 7  # two hex digits each: with "guest-" as long as a name may be

# -- Players


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
        raise ValidationError({"username": _taken()}) from error


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
        errors["username"] = [_taken()]
    try:
        validate_password(password, player)
    except ValidationError as error:
        errors["password"] = error.error_list
    if errors:
        raise ValidationError(errors)


def _taken() -> ValidationError:
    return ValidationError(User._meta.get_field("username").error_messages["unique"], code="unique")


def player_update(*, player: User, email: str, asker: Asker) -> bool:
    """Sets the address for mail, "" for none. Raises Django's ValidationError.

    A new one gets a mail with a link, and no other until that is followed: tell whether that mail
    is on its way. A guest has no password that a mail could reset: `forbidden`.
    """
    _refuse_guest(player)
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
    """Sets `language`, one of `LANGUAGES` or "" for the browser's, and columns of `Looks`."""
    for name, value in settings.items():
        setattr(player, name, value)
    player.save(update_fields=list(settings))


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
        raise ValidationError({"username": _taken()}) from error
    if not rows:
        raise Refused("not_found")
    guest.is_guest = False


def _refuse_guest(player: User) -> None:
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


# -- Signing in


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


def attempts_clear(*, username: str, address: str) -> None:
    """Forgets the attempts, after one that succeeded."""
    SignInAttempt.objects.filter(key=_attempts_key(username, address)).delete()


def _attempts_key(username: str, address: str) -> str:
    text = f"{username.lower()}\n{address}"
    return hashlib.sha256(text.encode()).hexdigest()


# -- Sessions


def sessions_end(*, player: User, but: str | None = None) -> int:
    """Ends the player's sessions, all or all but the one of that key; returns how many."""
    own = PlayerSession.objects.filter(player_id=player.pk)
    ended, _ = own.exclude(session_key=but or "").delete()
    return ended


def all_sessions_end(*, guests: bool = False) -> int:
    """Ends the sessions of everybody who has an account; returns how many.

    With `guests` theirs as well, for good: a guest has nothing else to come back by.
    """
    players = User.objects.all() if guests else User.objects.filter(is_guest=False)
    ended, _ = PlayerSession.objects.filter(player_id__in=players.values("pk")).delete()
    return ended


def session_end(*, player: User, public_id: str) -> None:
    """Ends one of the player's own sessions. Http404 when there is none of that `public_id`."""
    own = PlayerSession.objects.filter(player_id=player.pk)
    found = next((session for session in own if session.public_id == public_id), None)
    if found is None:
        raise Http404
    found.delete()


# -- Tokens


def token_create(
    *,
    player: User,
    name: str = "",
    scope: str = ApiToken.Scope.PLAY,
    days: int = TOKEN_DAYS,
) -> tuple[ApiToken, str]:
    """A token and its secret, which is shown this once. Expired ones of the player are deleted.

    Raises `forbidden` for a guest: a token would outlive the session that is all they have; and
    `too_many_tokens`, however many are asked for at once: the player's row is locked.
    """
    _refuse_guest(player)
    with transaction.atomic():
        if User.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
            raise Refused("not_signed_in")
        tokens = ApiToken.objects.filter(user=player)
        tokens.filter(expiry__lte=timezone.now()).delete()
        if tokens.count() >= settings.TOKEN_CAP:
            raise Refused("too_many_tokens", most=settings.TOKEN_CAP)
        token, secret = ApiToken.objects.create(
            user=player, name=name, scope=scope, expiry=timedelta(days=days)
        )
    return token, secret


def token_revoke(*, player: User, public_id: str) -> None:
    """Ends one of the player's own tokens. Http404 when there is none of that `public_id`."""
    deleted, _ = ApiToken.objects.filter(user=player, digest__startswith=public_id).delete()
    if not deleted:
        raise Http404

"""Players, their sessions and API tokens, mails, attempts to sign in, what moderators do."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from accounts.looks import Looks
from accounts.names import MAX_LENGTH, USERNAME_VALIDATORS

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase


TOKEN_DAYS, TOKEN_DAYS_AT_MOST = 90, 366


class PlayerManager(UserManager["User"]):
    """Finds a player by name whatever the case."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=username)


class User(Looks, AbstractUser):  # type: ignore[django-manager-missing]  # of tokens: knox has no types
    """A player. `is_hidden` keeps a player off every board; the games stay theirs.

    `is_guest` plays without having signed up: hidden, without a password, known by a session alone.
    `language` is that of pages and mails; "": what the browser asks for.
    How pages and boards look is in the columns of `Looks`.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        max_length=MAX_LENGTH,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": _("A player with that name already exists.")},
    )
    email = models.EmailField(blank=True)
    language = models.CharField(max_length=5, blank=True, choices=settings.LANGUAGES)
    is_hidden = models.BooleanField(default=False, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        # UPPER, because that is how PostgreSQL answers `iexact`: signing in uses this index.
        constraints: ClassVar = [
            *Looks.Meta.constraints,
            models.UniqueConstraint(
                Upper("username"),
                name="one_player_per_name_whatever_the_case",
                violation_error_message=_("A player with that name already exists."),
            ),
            models.CheckConstraint(
                name="guests_are_hidden", condition=Q(is_guest=False) | Q(is_hidden=True)
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def get_full_name(self) -> str:
        return self.username


class PlayerSession(AbstractBaseSession):
    """A browser session; `player_id` is whose, so that deleting an account can end them all.

    No foreign key: a request that is still under way when the account goes must not fail.
    """

    PUBLIC_ID_LENGTH = 16

    player_id = models.BigIntegerField(null=True, db_index=True)
    device = models.CharField(max_length=40, blank=True, default="", db_default="")
    seen_at = models.DateTimeField(null=True)

    @property
    def public_id(self) -> str:
        """Names the session in lists; the key itself would be as good as the password."""
        return hashlib.sha256(self.session_key.encode()).hexdigest()[: self.PUBLIC_ID_LENGTH]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        from accounts.sessions import SessionStore  # the store needs this model

        return SessionStore


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A token for programs: only its SHA-512 is kept. It has a name, an expiry and a scope.

    With "play" a program may do all that its player may; with "read" it changes nothing.
    """

    class Scope(models.TextChoices):
        READ = "read"
        PLAY = "play"

    PUBLIC_ID_LENGTH = 16

    name = models.CharField(max_length=50, blank=True)
    scope = models.CharField(max_length=4, choices=Scope, default=Scope.PLAY, db_default=Scope.PLAY)

    class Meta(AbstractAuthToken.Meta):  # type: ignore[misc]  # as above
        abstract = False
        constraints: ClassVar = [
            models.CheckConstraint(
                name="token_scope_in_enum", condition=Q(scope__in=["read", "play"])
            )
        ]

    def __str__(self) -> str:
        return f"{self.name or 'token'} of {self.user}"

    @property
    def public_id(self) -> str:
        """Names the token in lists and when it is revoked.

        The beginning of the digest: it tells nothing of the secret, as `token_key` would, which
        is the secret's own beginning; and 64 bits are enough among one player's tokens.
        """
        return str(self.digest)[: self.PUBLIC_ID_LENGTH]


class Moderation(models.Model):
    """What a moderator has done with a player's place on the boards, and why; rows never change.

    It goes with the player; without the moderator it stays.
    """

    class Action(models.TextChoices):
        HIDDEN = "hidden"
        SHOWN = "shown"

    LONGEST = 500

    moderator = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    player = models.ForeignKey(User, models.CASCADE, related_name="moderations")
    action = models.CharField(max_length=6, choices=Action)
    reason = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="moderation_action_in_enum", condition=Q(action__in=["hidden", "shown"])
            ),
            models.CheckConstraint(name="moderation_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.action} at {self.at:%Y-%m-%d %H:%M}"


class Mail(models.Model):
    """A mail that a worker is to send, or has sent within a day; the address is not kept longer.

    Without `player` it goes to nobody: it stands for a reset that was asked for with an address
    that nobody has confirmed, so that this costs a request the same. Links begin with `origin`;
    `language` is that of who asked. `due_at` is when it is tried (again), None once it is sent.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm"
        RESET = "reset"
        PASSWORD_CHANGED = "password_changed"  # noqa: S105  (a name)
        PASSWORD_RESET = "password_reset"  # noqa: S105  (a name)
        APP_ADDED = "app_added"
        APP_REMOVED = "app_removed"
        PASSKEY_ADDED = "passkey_added"
        PASSKEY_REMOVED = "passkey_removed"
        CODES_MADE = "codes_made"
        ADDRESS_REPLACED = "address_replaced"
        ADDRESS_REMOVED = "address_removed"

    player = models.ForeignKey(User, models.CASCADE, null=True, related_name="mails")
    kind = models.CharField(max_length=20, choices=Kind)
    to = models.EmailField(blank=True)
    origin = models.TextField()
    language = models.CharField(max_length=5)
    asked_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["to", "asked_at"], name="mails_by_address"),
            models.Index(fields=["asked_at"], name="mails_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.asked_at:%Y-%m-%d %H:%M:%S}"


class SignInAttempt(models.Model):
    """One attempt to sign in, counted before the password is looked at.

    `key` is a hash of account and address, so that nobody can lock another's account from
    elsewhere, and no name stays behind in the table.
    """

    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["key", "at"], name="attempts_by_key"),
            models.Index(fields=["at"], name="attempts_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]} at {self.at:%Y-%m-%d %H:%M:%S}"

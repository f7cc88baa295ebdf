"""Where the pages of django-allauth follow our rules (`ACCOUNT_ADAPTER`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.addresses import client_address
from accounts.confirmations import confirmed_address
from accounts.errors import Refused
from accounts.events import sign_in_refused
from accounts.guests import guest_of
from accounts.look_cookie import look_kept
from accounts.mails import asker_of, mail_ask
from accounts.models import Mail, User
from accounts.second_factor import has_second_factor
from accounts.services.players import player_save_new
from accounts.services.signing import attempt_admit, attempts_clear, uncounted_when_busy

if TYPE_CHECKING:
    from django.forms import Form
    from django.http import HttpRequest

NOTICES = {
    "account/email/password_changed": Mail.Kind.PASSWORD_CHANGED,
    "account/email/password_reset": Mail.Kind.PASSWORD_RESET,
    "mfa/email/totp_activated": Mail.Kind.APP_ADDED,
    "mfa/email/totp_deactivated": Mail.Kind.APP_REMOVED,
    "mfa/email/webauthn_added": Mail.Kind.PASSKEY_ADDED,
    "mfa/email/webauthn_removed": Mail.Kind.PASSKEY_REMOVED,
    "mfa/email/recovery_codes_generated": Mail.Kind.CODES_MADE,
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Pages sign in through the same limiter as the API, and survive what may go wrong."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": User._meta.get_field("username").error_messages["unique"]
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raises a ValidationError, which the form shows, when over the limit."""
        try:
            attempt_admit(username=credentials["username"], address=client_address(request))
        except Refused as error:
            raise self.validation_error("too_many_login_attempts") from error

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The attempts are forgotten with the last step: a password alone sets no count back."""
        who = {"username": credentials["username"], "address": client_address(request)}
        with uncounted_when_busy(**who):
            player: User | None = super().authenticate(request, **credentials)
        if player is None:
            sign_in_refused(reason="credentials", username=credentials["username"])
        elif not has_second_factor(player):
            attempts_clear(**who)
        return player

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """A passkey is called so here as everywhere; allauth's own page says “security key”."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        for way in ways:
            if way["id"] == "mfa_reauthenticate:webauthn":
                way["description"] = _("Use a passkey")
        return ways

    def new_user(self, request: HttpRequest) -> User:
        """Who signs up as a guest stays the same player."""
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """The look that the browser kept becomes the account's.

        Of two who take one name at the same time, the slower is asked for another.

        A guest who has just gone, or has just signed up elsewhere, begins once more.
        """
        super().save_user(request, user, form, commit=False)
        for name, value in look_kept(request).items():
            setattr(user, name, value)
        try:
            self.store(user)
        except Refused as refusal:
            raise ImmediateHttpResponse(redirect("account_signup")) from refusal
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def store(self, player: User) -> None:
        """Writes who has signed up. Raises Django's ValidationError, and `Refused`."""
        player_save_new(player)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tells a player what has become of the ways into the account, at a confirmed address."""
        to = confirmed_address(user)
        if template_prefix in NOTICES and to:
            kind = NOTICES[template_prefix]
            mail_ask(kind=kind, player=user, to=to, asker=asker_of(self.request))

"""Where the pages of django-allauth follow our rules (`ACCOUNT_ADAPTER`)."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.addresses import client_address
from accounts.errors import Refused
from accounts.guests import guest_of
from accounts.look_cookie import look_kept
from accounts.metrics import SIGN_INS_REFUSED
from accounts.models import User
from accounts.second_factor import has_second_factor
from accounts.services import attempt_admit, attempts_clear, player_save_new

if TYPE_CHECKING:
    from django.forms import Form
    from django.http import HttpRequest


logger = logging.getLogger(__name__)

NOTICES = {
    "account/email/password_changed": _("The password was changed."),
    "account/email/password_reset": _("A new password was set by a link in a mail."),
    "mfa/email/totp_activated": _("An app for the second step of signing in was set up."),
    "mfa/email/totp_deactivated": _("The app for the second step of signing in was removed."),
    "mfa/email/webauthn_added": _("A passkey was added."),
    "mfa/email/webauthn_removed": _("A passkey was removed."),
    "mfa/email/recovery_codes_generated": _("New recovery codes were made."),
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
        player: User | None = super().authenticate(request, **credentials)
        if player is None:
            SIGN_INS_REFUSED.labels("credentials").inc()
        elif not has_second_factor(player):
            attempts_clear(username=credentials["username"], address=client_address(request))
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
        """Tells a player what has become of the ways into the account, at the address we have."""
        if template_prefix in NOTICES and user.email:
            told = {"user": user, "notice": NOTICES[template_prefix]}
            self.send_mail("account/email/notice", user.email, told)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of the player it goes to, whoever asked for it.

        A mail server that is out of order is ours to hear of, and no page's end.
        """
        chosen = context["user"].language
        try:
            with translation.override(chosen or translation.get_language()):
                super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("mail not sent: %s", template_prefix)

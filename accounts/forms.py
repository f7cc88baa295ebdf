"""Forms of django-allauth's pages, where guessing is to be counted (`MFA_FORMS`), and the one that
asks for a mail when a password is lost (`ACCOUNT_FORMS`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ResetPasswordForm
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.base import forms
from allauth.mfa.webauthn import forms as passkeys
from django.core.exceptions import ValidationError

from accounts.addresses import client_address
from accounts.confirmations import password_reset_ask
from accounts.errors import Refused
from accounts.events import sign_in_refused
from accounts.mails import asker_of
from accounts.services.signing import attempt_admit, attempts_clear

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


# What is raised where allauth and fido2 read what they did not expect.
_NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def _who(player: User) -> dict[str, str]:
    """By whom and where an attempt is counted."""
    return {"username": player.username, "address": client_address(context.request)}


class Counted:
    """A form that asks for a code: each attempt counts like one at the password."""

    user: User

    def clean_code(self) -> Any:
        who = _who(self.user)
        try:
            attempt_admit(**who)
        except Refused as refusal:
            raise get_adapter().validation_error("too_many_login_attempts") from refusal
        try:
            code = super().clean_code()  # type: ignore[misc]  # of allauth's form
        except ValidationError:
            sign_in_refused(reason="code", username=self.user.username)
            raise
        attempts_clear(**who)
        return code


class CodeForm(Counted, forms.AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The second step at sign-in."""


class CodeAgainForm(Counted, forms.ReauthenticateForm):  # type: ignore[misc]  # as above
    """The same, from somebody signed in."""


class Guarded:
    """A form that takes what a browser says of a passkey: nonsense in it is a wrong passkey."""

    user: User | None

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]  # of allauth's form
        except (*_NONSENSE, ValidationError) as error:
            username = self.user.username if self.user else ""
            sign_in_refused(reason="passkey", username=username)
            raise get_mfa_adapter().validation_error("incorrect_code") from error


class PasskeyForm(Guarded, passkeys.AuthenticateWebAuthnForm):  # type: ignore[misc]  # as above
    """The second step at sign-in, by a passkey, which no guess can hit: it is not counted."""

    user: User

    def clean_credential(self) -> Any:
        passkey = super().clean_credential()
        attempts_clear(**_who(self.user))
        return passkey


class PasskeyAgainForm(Guarded, passkeys.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """The same, from somebody signed in."""


class PasskeyAloneForm(Guarded, passkeys.LoginWebAuthnForm):  # type: ignore[misc]  # as above
    """Signing in with a passkey alone."""


class NewPasskeyForm(passkeys.AddWebAuthnForm):  # type: ignore[misc]  # as above
    """A passkey to be added; nonsense is none."""

    def clean(self) -> Any:
        try:
            return super().clean()
        except _NONSENSE as error:
            raise get_mfa_adapter().validation_error("incorrect_code") from error


class LostPasswordForm(ResetPasswordForm):  # type: ignore[misc]  # as above
    """Asks for the mail; whether the address is known is seen neither in the answer nor in the
    work."""

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = self.cleaned_data["email"]
        password_reset_ask(email=email, asker=asker_of(request))
        return email

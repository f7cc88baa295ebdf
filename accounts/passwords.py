"""How long a password is at least (`AUTH_PASSWORD_VALIDATORS`)."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext_lazy as _


class LengthValidator(MinimumLengthValidator):
    """Django's own, whose complaint Django has not in Portuguese."""

    def get_error_message(self) -> str:
        words = _("This password is too short. It must contain at least {number} characters.")
        return str(words).format(number=self.min_length)

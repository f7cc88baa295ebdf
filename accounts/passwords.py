"""What is no password (`AUTH_PASSWORD_VALIDATORS`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.contrib.auth.password_validation import CommonPasswordValidator, MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.breaches import is_breached

if TYPE_CHECKING:
    from pathlib import Path

# What somebody thinks of who looks at the service, in its four languages.
OWN_WORDS = (
    *("agnes", "bernauer", "daily", "patience", "solitaire", "cards", "password"),
    *("diario", "paciencia", "solitario", "cartas"),
    *("quotidien", "reussite", "cartes", "paciência", "solitário"),
)
_OWN_WORDS_ALONE = re.compile(f"(?:{'|'.join(OWN_WORDS)})+")


class LengthValidator(MinimumLengthValidator):
    """Django's own, whose complaint Django has not in Portuguese."""

    def get_error_message(self) -> str:
        words = _("This password is too short. It must contain at least {number} characters.")
        return str(words).format(number=self.min_length)


class CommonValidator(CommonPasswordValidator):
    """Django's own, which also refuses what is made of words of the service, digits and signs
    alone: `Agnes-2026!`.
    """

    def validate(self, password: str, user: Any = None) -> None:
        """Raises Django's ValidationError."""
        super().validate(password, user)
        letters = re.sub(r"[\W\d_]+", "", password.lower())
        if _OWN_WORDS_ALONE.fullmatch(letters):
            raise ValidationError(self.get_error_message(), code="password_too_common")


class BreachedValidator:
    """Refuses what is in a list of stolen passwords, as `accounts.breaches` reads it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def validate(self, password: str, user: Any = None) -> None:
        """Raises Django's ValidationError, and OSError when the list is gone."""
        if is_breached(password, self.file):
            raise ValidationError(
                _("This password was stolen from another service, and is known. Choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        return str(_("Your password cannot be one that was stolen from another service."))

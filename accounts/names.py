"""What a player may be called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Callable

MIN_LENGTH, MAX_LENGTH = 3, 20

USERNAME_VALIDATORS: list[Callable[[Any], None]] = [
    RegexValidator(
        r"\A[A-Za-z0-9_-]+\Z", _("Use only the letters a to z, digits, “_” and “-”."), "invalid"
    ),
    MinLengthValidator(MIN_LENGTH),
    MaxLengthValidator(MAX_LENGTH),
]

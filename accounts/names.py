"""What a player may be called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
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

_SPELLED = str.maketrans("0345789", "oeastbg", "_-")
_ONES = ("i", "l")
_REFUSED = frozenset(
    line
    for line in (Path(__file__).parent / "refused_names.txt").read_text().split("\n")
    if line and not line.startswith("#")
)
GUEST_PREFIX = "guest-"


def refuse_names(name: str) -> None:
    """Raises Django's ValidationError for a name of the service's own, or an insult.

    Whole names alone, in any case, with digits for letters, with dashes between: a part of a word
    is nobody's fault. The staff may have any name, from the command line or the admin.
    """
    plain = name.lower().translate(_SPELLED)
    ways = {plain.replace("1", letter) for letter in _ONES}
    if ways & _REFUSED or name.lower().startswith(GUEST_PREFIX):
        raise ValidationError(_("This name cannot be had. Please choose another."), "refused")


SIGN_UP_VALIDATORS = [*USERNAME_VALIDATORS, refuse_names]

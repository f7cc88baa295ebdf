"""How pages and boards look by a player's wish: the columns, and what may stand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 11


class Theme(models.TextChoices):
    """Light or dark; else as the player's system is."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Deck(models.TextChoices):
    """Red and black, or a colour for each suit."""

    TWO_COLOUR = "two-colour"
    FOUR_COLOUR = "four-colour"


class Index(models.TextChoices):
    """The size of ranks and suits in the corners of cards."""

    NORMAL = "normal"
    LARGE = "large"


class Contrast(models.TextChoices):
    """High contrast always, or when the player's system asks for it."""

    SYSTEM = "system"
    MORE = "more"


class Motion(models.TextChoices):
    """No animation ever, or as the player's system asks for."""

    SYSTEM = "system"
    OFF = "off"


LOOKS: Mapping[str, type[models.TextChoices]] = {
    "theme": Theme,
    "deck": Deck,
    "index": Index,
    "contrast": Contrast,
    "motion": Motion,
}


class Looks(models.Model):
    """A column for each setting; with the defaults everything looks as it does for everybody."""

    theme = models.CharField(max_length=LONGEST, choices=Theme, default=Theme.SYSTEM)
    deck = models.CharField(max_length=LONGEST, choices=Deck, default=Deck.TWO_COLOUR)
    index = models.CharField(max_length=LONGEST, choices=Index, default=Index.NORMAL)
    contrast = models.CharField(max_length=LONGEST, choices=Contrast, default=Contrast.SYSTEM)
    motion = models.CharField(max_length=LONGEST, choices=Motion, default=Motion.SYSTEM)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                name=f"player_{name}_in_enum", condition=Q(**{f"{name}__in": choices.values})
            )
            for name, choices in LOOKS.items()
        ]


def look_of(player: Looks) -> dict[str, str]:
    """Return the player's settings by name."""
    return {name: getattr(player, name) for name in LOOKS}

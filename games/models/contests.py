"""Contests: deals that many play."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from games.models.deals import Deal


class Contest(models.Model):
    """A deal that many play, with a board: a daily has a date, a challenge a code.

    `commitment` is published at the latest when the contest opens, the seed when it is settled.
    `players` counts those who began and are not hidden. `compared_at`: when its histories were, for
    equal ones (`Flag`).
    """

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="contests")
    date = models.DateField(null=True, unique=True)
    code = models.CharField(max_length=16, null=True, unique=True)  # noqa: DJ001  (unique when set)
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    settles_at = models.DateTimeField()
    commitment = models.CharField(max_length=64)
    players = models.PositiveIntegerField(default=0)
    compared_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="contest_has_a_date_or_a_code",
                condition=Q(date__isnull=False, code__isnull=True)
                | Q(date__isnull=True, code__isnull=False),
            ),
            models.CheckConstraint(
                name="contest_times_in_order",
                condition=Q(opens_at__lt=F("closes_at"), closes_at__lte=F("settles_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"daily of {self.date}" if self.date else f"challenge {self.code}"

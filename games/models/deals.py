"""Deals."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Deal(models.Model):
    """52 cards in dealing order. `seed` is 64 hex digits, null for a deck that a player brought.

    The database refuses to change seed, deck or versions (migration 0002). `verdict`, `solution`
    (a winning line) and `nodes` (what the search for it cost) are the solver's. `is_pooled`: proven
    winnable and waiting for its first game. Of `blind_tries` greedy games played by chance
    `blind_wins` were won. `par_moves` is the shortest line found, `par_bound` what none can beat.
    """

    class Verdict(models.TextChoices):
        UNKNOWN = "unknown"
        WON = "won"
        LOST = "lost"

    seed = models.CharField(max_length=64, null=True)  # noqa: DJ001  (no seed is not an empty seed)
    shuffle_version = models.PositiveSmallIntegerField(null=True)
    rules_version = models.PositiveSmallIntegerField()
    deck = models.CharField(max_length=155)
    verdict = models.CharField(max_length=7, choices=Verdict, default=Verdict.UNKNOWN)
    solution = models.TextField(default="", blank=True)
    nodes = models.PositiveBigIntegerField(null=True)
    is_pooled = models.BooleanField(default=False)
    blind_tries = models.PositiveSmallIntegerField(null=True)
    blind_wins = models.PositiveSmallIntegerField(null=True)
    par_moves = models.PositiveSmallIntegerField(null=True)
    par_bound = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="deal_verdict_in_enum", condition=Q(verdict__in=["unknown", "won", "lost"])
            )
        ]
        # A worker asks all the time what there is to search for, mostly in vain.
        indexes: ClassVar = [
            models.Index(fields=["id"], name="pool_of_deals", condition=Q(is_pooled=True)),
            models.Index(fields=["id"], name="deals_undecided", condition=Q(verdict="unknown")),
            models.Index(
                fields=["id"],
                name="deals_unrated",
                condition=(Q(blind_tries=None) | Q(par_moves=None)) & Q(verdict="won"),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}"

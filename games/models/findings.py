"""What is found out about games that are over: by a search, and for a moderator."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.models.contests import Contest
from games.models.games import Game


class Review(models.Model):
    """What a search makes of a finished game: computed once, by a worker.

    `progress` is in per cent. `findings` is null until the review is ready; its shape is that of
    `ReviewSerializer`.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    progress = models.PositiveSmallIntegerField(default=0)
    findings = models.JSONField(null=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    ready_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"review of {self.game_id}"


class Flag(models.Model):
    """Games of a contest that a moderator should look at; nothing follows from it by itself.

    `digest` is the SHA-256 of the history that all of `games` have, `choices` how many of its
    actions were not forced: at the others one move alone was legal.
    """

    class Reason(models.TextChoices):
        EQUAL_HISTORIES = "equal_histories"

    class State(models.TextChoices):
        OPEN = "open"
        DISMISSED = "dismissed"
        UPHELD = "upheld"

    contest = models.ForeignKey(Contest, models.CASCADE, related_name="flags", db_index=False)
    games = models.ManyToManyField(Game, related_name="flags")
    reason = models.CharField(max_length=15, choices=Reason)
    digest = models.CharField(max_length=64)
    choices = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["contest", "reason", "digest"], name="one_flag_for_what_is_equal"
            ),
            models.CheckConstraint(
                name="flag_reason_in_enum", condition=Q(reason__in=["equal_histories"])
            ),
            models.CheckConstraint(
                name="flag_state_in_enum", condition=Q(state__in=["open", "dismissed", "upheld"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()} in {self.contest}"

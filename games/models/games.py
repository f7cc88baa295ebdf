"""Games, with their whole histories."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.contests import Contest
from games.models.deals import Deal


class Game(models.Model):
    """One player's attempt at one deal, with its whole history. No contest: a casual game.

    `history` holds every accepted action in order, separated by spaces; `pauses` the whole
    seconds before each. `ply` is their number. `position` is the full text after the last one,
    stock included: it never leaves the server unmasked (R13). No column that changes with every
    move is in an index, so that PostgreSQL can update a row in place.
    """

    class Status(models.TextChoices):
        PLAYING = "playing"
        WON = "won"
        LOST = "lost"
        CONCEDED = "conceded"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="games", db_index=False
    )
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="games")
    contest = models.ForeignKey(
        Contest, models.PROTECT, null=True, related_name="games", db_index=False
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    is_public = models.BooleanField(default=False)
    ply = models.PositiveSmallIntegerField(default=0)
    undos = models.PositiveSmallIntegerField(default=0)
    hints = models.PositiveSmallIntegerField(default=0)
    history = models.TextField(default="", blank=True)
    pauses = models.TextField(default="", blank=True)
    position = models.TextField()
    moves = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField()
    acted_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["contest", "player"], name="one_game_per_contest_and_player"
            ),
            models.CheckConstraint(
                name="game_status_in_enum",
                condition=Q(status__in=["playing", "won", "lost", "conceded"]),
            ),
            # R11: 51 foundation plays and 3 deals.
            models.CheckConstraint(
                name="no_win_under_54_moves", condition=~Q(status="won") | Q(moves__gte=54)
            ),
            models.CheckConstraint(
                name="moves_are_set_when_a_game_ends",
                condition=Q(status="playing", moves__isnull=True, finished_at__isnull=True)
                | (~Q(status="playing") & Q(moves__isnull=False, finished_at__isnull=False)),
            ),
            models.CheckConstraint(name="at_most_1000_actions", condition=Q(ply__lte=1000)),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="games_of_a_player"),
            models.Index(
                fields=["player", "-id"], name="games_under_way", condition=Q(status="playing")
            ),
            models.Index(
                fields=["contest", "moves", "finished_at", "id"],
                name="board_of_a_contest",
                condition=Q(status="won"),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

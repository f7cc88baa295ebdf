"""What boards are read from, kept as players win: nothing is counted when one is read."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.contests import Contest


class Tally(models.Model):
    """How many players on the board won a contest with so many moves: ranks in constant time."""

    contest = models.ForeignKey(Contest, models.CASCADE, related_name="tallies", db_index=False)
    moves = models.PositiveSmallIntegerField()
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "moves"], name="one_tally_per_moves")
        ]

    def __str__(self) -> str:
        return f"{self.wins} in {self.moves} moves"


class Standing(models.Model):
    """A player's daily wins in a period: `all`, `2026`, `2026-11` or `2026-W48`.

    `moves` is the sum over those wins.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings", db_index=False
    )
    period = models.CharField(max_length=8)
    wins = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "period"], name="one_standing_per_player_and_period"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["period", "-wins", "moves", "player"], name="board_of_a_period")
        ]

    def __str__(self) -> str:
        return f"{self.wins} wins in {self.period}"


class PeriodTally(models.Model):
    """How many players on a period's board stand at so many wins in so many moves.

    With `moves` 0, which no win has, it is all of them with these wins. So a rank is a sum over
    the numbers of wins above and the moves below, however many players there are.
    """

    period = models.CharField(max_length=8)
    wins = models.PositiveIntegerField()
    moves = models.PositiveIntegerField()
    # Not positive: PostgreSQL checks a row to insert before it finds it there, and one less is -1.
    players = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["period", "wins", "moves"], name="one_period_tally_per_figures"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["period", "wins"], name="wins_of_a_period", condition=Q(moves=0))
        ]

    def __str__(self) -> str:
        return f"{self.players} with {self.wins} wins in {self.moves} moves in {self.period}"

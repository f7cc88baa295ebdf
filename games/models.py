"""Deals, contests and games: columns, constraints and indexes; no logic.

A deal and a game's history are the truth. Everything else here can be recomputed from them, and
`verify_games` does.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q


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
        indexes: ClassVar = [
            models.Index(fields=["id"], name="pool_of_deals", condition=Q(is_pooled=True))
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}"


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

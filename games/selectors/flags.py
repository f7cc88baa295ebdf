"""Reading what a moderator should look at."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count
from django.db.models.functions import MD5

from games.models import Contest, Flag, Game

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from accounts.models import User


# A win that was accepted in the last moment is stored by then.
_STORED_AFTER = timedelta(minutes=1)


def contests_to_compare(now: datetime) -> QuerySet[Contest]:
    """Return the settled contests whose histories have not been compared yet, oldest first."""
    settled = Contest.objects.filter(settles_at__lte=now - _STORED_AFTER, compared_at=None)
    return settled.select_related("deal").order_by("settles_at")


def equal_histories(contest: Contest) -> dict[str, list[Game]]:
    """Return the histories that won a contest more than once, each with its games.

    Hidden players and guests count, too: whom else would somebody try a deal with first?
    """
    wins = Game.objects.filter(contest=contest, status=Game.Status.WON)
    wins = wins.annotate(digest=MD5("history"))
    often = wins.values("digest").annotate(n=Count("pk")).filter(n__gt=1).values("digest")
    found: dict[str, list[Game]] = defaultdict(list)
    for game in wins.filter(digest__in=often).order_by("finished_at", "pk"):
        found[game.history].append(game)
    return {history: games for history, games in found.items() if len(games) > 1}


def flags_of(player: User) -> QuerySet[Flag]:
    """Return the flags on games of a player, oldest first."""
    return Flag.objects.filter(games__player=player).select_related("contest").order_by("at", "pk")

"""The boards: who won the day with how few moves, who won most dailies in a period."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, TypeVar

from django.db.models import OuterRef, Q, Subquery, Sum, prefetch_related_objects
from django.db.models.functions import Coalesce

from accounts.errors import Refused
from accounts.models import User
from games.models import Contest, Game, PeriodTally, Standing
from games.selectors import keyset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

R = TypeVar("R", Game, Standing)
Ranks = dict[int, int]

# Fewest moves first, then the earlier finish; never by the time taken.
BOARD_ORDER = ("moves", "finished_at", "id")
# Most wins first, then fewest moves per win: among equal wins that is fewest moves.
PERIOD_ORDER = ("-wins", "moves", "player_id")

_PERIOD = re.compile(
    r"all|\d{4}|\d{4}-(?:0[1-9]|1[0-2])|\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Board(Generic[R]):
    """A page of a board. `ranks` gives each row's rank by row id; `me` is the asker's own row."""

    page: keyset.Page[R]
    ranks: Ranks
    me: R | None
    players: int = 0
    winners: int = 0


def contest_wins(contest: Contest) -> QuerySet[Game]:
    """Return the wins that count in a contest: those of players who are not hidden."""
    wins = Game.objects.filter(contest=contest, status=Game.Status.WON, player__is_hidden=False)
    return wins.select_related("player")


def contest_board(
    contest: Contest,
    player: User | None,
    *,
    cursor: str | None = None,
    around_me: bool = False,
    limit: int = keyset.DEFAULT_LIMIT,
) -> Board[Game]:
    """Return a page of the board of a contest. Equal moves share a rank: 1, 2, 2, 4."""
    wins = contest_wins(contest)
    me = wins.filter(player=player).first() if player else None
    page = _page(wins, BOARD_ORDER, me, cursor, limit, around_me=around_me)
    rank_of = contest_ranks(contest)
    shown = [*page.rows, *([me] if me else [])]
    return Board(
        page,
        {game.pk: rank_of[game.moves] for game in shown if game.moves is not None},
        me,
        players=contest.players,
        winners=_total(contest),
    )


def contest_ranks(contest: Contest) -> dict[int, int]:
    """Return the rank of every number of moves that a contest was won with."""
    tallies = list(contest.tallies.filter(wins__gt=0).order_by("moves"))
    ahead = accumulate((tally.wins for tally in tallies), initial=1)
    return dict(zip((tally.moves for tally in tallies), ahead, strict=False))


def _total(contest: Contest) -> int:
    return sum(contest.tallies.values_list("wins", flat=True))


def _page(
    rows: QuerySet[R],
    order: Sequence[str],
    me: R | None,
    cursor: str | None,
    limit: int,
    *,
    around_me: bool,
) -> keyset.Page[R]:
    """Around a player who is not on the board stands the first page."""
    if around_me and me is not None and cursor is None:
        return keyset.page_around(rows, order, me, limit=limit)
    return keyset.page(rows, order, cursor=cursor, limit=limit)


def periods_of(day: date) -> tuple[str, str, str, str]:
    """Name the periods that a daily counts in: all, its year, month and ISO week."""
    year, week, _ = day.isocalendar()
    return ("all", f"{day:%Y}", f"{day:%Y-%m}", f"{year:04}-W{week:02}")


def period_board(
    period: str,
    player: User | None,
    *,
    cursor: str | None = None,
    around_me: bool = False,
    limit: int = keyset.DEFAULT_LIMIT,
) -> Board[Standing]:
    """Return a page of the board of a period. Raises `not_found` for what is no period."""
    if not _PERIOD.fullmatch(period):
        raise Refused("not_found")
    rows = _visible(Standing.objects.filter(period=period, wins__gt=0))
    me = rows.filter(player=player).first() if player else None
    page = _page(rows, PERIOD_ORDER, me, cursor, limit, around_me=around_me)
    prefetch_related_objects([*page.rows, *([me] if me else [])], "player")
    return Board(page, _period_ranks(period, page.rows, me), me)


def _visible(rows: QuerySet[Standing]) -> QuerySet[Standing]:
    """Leave out hidden players by a value, without a join.

    Within a tie the order is that of the players. If they were joined, the database could read them
    in that order, from the first one up to the page.
    """
    players = User.objects.filter(pk=OuterRef("player_id"))
    return rows.alias(is_hidden=Subquery(players.values("is_hidden"))).filter(is_hidden=False)


def _period_ranks(period: str, shown: list[Standing], me: Standing | None) -> Ranks:
    """Rank the rows of a page, from the place of its first row on, and the asker's own."""
    ranks: Ranks = {me.pk: _ahead_and_level(period, me)[0] + 1} if me else {}
    if not shown:
        return ranks
    first = before = shown[0]
    ahead, level = _ahead_and_level(period, first)
    rank, place = ahead + 1, ahead + level + 1
    for row in shown:
        if _figures(row) != _figures(before):
            rank = place
        place += _figures(row) != _figures(first)
        ranks[row.pk], before = rank, row
    return ranks


def _figures(row: Standing) -> tuple[int, int]:
    return row.wins, row.moves


def _ahead_and_level(period: str, row: Standing) -> tuple[int, int]:
    """Count the players on the board with better figures than a row's, and with the same."""
    more_wins, same = Q(moves=0, wins__gt=row.wins), Q(wins=row.wins, moves=row.moves)
    fewer_moves = Q(wins=row.wins, moves__gt=0, moves__lt=row.moves)
    counts = PeriodTally.objects.filter(more_wins | fewer_moves | same, period=period).aggregate(
        ahead=Coalesce(Sum("players", filter=~same), 0),
        level=Coalesce(Sum("players", filter=same), 0),
    )
    return counts["ahead"], counts["level"]

"""The boards: who won the day with how few moves, who won most dailies in a period."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from agnes_site.queries import Given, Query
from games.models import Contest, Game, PeriodTally, Standing, Tally
from games.selectors import keyset
from games.selectors.periods import period_days

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet


class Win(NamedTuple):
    """A win on the board of a contest; `player` is a name, `joined` when that account was made."""

    id: int
    player: str
    joined: datetime
    moves: int
    undos: int
    finished_at: datetime


class Place(NamedTuple):
    """A player's place on the board of a period; `player` is a name, `moves` that of all wins."""

    id: int
    player_id: int
    player: str
    wins: int
    moves: int


R = TypeVar("R", Win, Place)
Ranks = dict[int, int]


@dataclass(frozen=True, slots=True)
class Board(Generic[R]):
    """A page of a board. `ranks` gives each row's rank by row id; `me` is the asker's own row.

    `tallies` of a contest: how many won it with each number of moves, ascending.
    """

    page: keyset.Page[R]
    ranks: Ranks
    me: R | None
    players: int = 0
    tallies: Mapping[int, int] = field(default_factory=dict)

    @property
    def winners(self) -> int:
        return sum(self.tallies.values())


def contest_wins(contest: Contest | Given) -> QuerySet[Game]:
    """Return the wins that count in a contest: those of players who are not hidden."""
    return Game.objects.filter(contest=contest, status=Game.Status.WON, player__is_hidden=False)


def _wins() -> QuerySet[Game, tuple[object, ...]]:
    names = ("id", "player__username", "player__date_joined", "moves", "undos", "finished_at")
    return contest_wins(Given("contest")).values_list(*names)


# Fewest moves first, then the earlier finish; never by the time taken.
_WINS = keyset.Listing(_wins, ("moves", "finished_at", "id"), Win)
_MY_WIN = Query(lambda: _wins().filter(player=Given("player")), Win)


def contest_board(
    contest: Contest,
    player: User | None,
    *,
    cursor: str | None = None,
    around_me: bool = False,
    limit: int = keyset.DEFAULT_LIMIT,
) -> Board[Win]:
    """Return a page of the board of a contest. Equal moves share a rank: 1, 2, 2, 4."""
    me = _MY_WIN.first(contest=contest.pk, player=player.pk) if player else None
    around = me if around_me and cursor is None else None
    page = _WINS.page(cursor=cursor, around=around, limit=limit, contest=contest.pk)
    tallies = contest_tallies(contest)
    shown = [*page.rows, *([me] if me else [])]
    rank_of = _ranks(tallies, [win.moves for win in shown])
    return Board(
        page,
        {win.id: rank_of[win.moves] for win in shown},
        me,
        players=contest.players,
        tallies=tallies,
    )


class _Tally(NamedTuple):
    moves: int
    wins: int


def _tallies() -> QuerySet[Tally, tuple[int, int]]:
    tallies = Tally.objects.filter(contest=Given("contest"), wins__gt=0).order_by("moves")
    return tallies.values_list("moves", "wins")


_TALLIES = Query(_tallies, _Tally)


def contest_tallies(contest: Contest) -> dict[int, int]:
    """Return how many players on the board won a contest with each number of moves, ascending."""
    return dict(_TALLIES.all(contest=contest.pk))


def contest_ranks(contest: Contest) -> dict[int, int]:
    """Return the rank of every number of moves that a contest was won with."""
    tallies = contest_tallies(contest)
    return _ranks(tallies, tallies)


def _ranks(tallies: dict[int, int], asked: Iterable[int]) -> dict[int, int]:
    """Rank numbers of moves, one as well whose last player has just been hidden."""
    numbers, ahead = list(tallies), list(accumulate(tallies.values(), initial=1))
    return {moves: ahead[bisect_left(numbers, moves)] for moves in asked}


def _places() -> QuerySet[Standing, tuple[object, ...]]:
    """Name the players, and leave out hidden ones, by values, without a join.

    Within a tie the order is that of the players. If they were joined, the database could read them
    in that order, from the first one up to the page.
    """
    players = User.objects.filter(pk=OuterRef("player_id"))
    rows = Standing.objects.filter(period=Given("period"), wins__gt=0)
    rows = rows.alias(is_hidden=Subquery(players.values("is_hidden"))).filter(is_hidden=False)
    name = Subquery(players.values("username"))
    return rows.values_list("id", "player_id", name, "wins", "moves")


# Most wins first, then fewest moves per win: among equal wins that is fewest moves.
_PLACES = keyset.Listing(_places, ("-wins", "moves", "player_id"), Place)
_MY_PLACE = Query(lambda: _places().filter(player=Given("player")), Place)


def period_board(
    period: str,
    player: User | None,
    *,
    cursor: str | None = None,
    around_me: bool = False,
    limit: int = keyset.DEFAULT_LIMIT,
) -> Board[Place]:
    """Return a page of the board of a period. Raises `not_found` for what is no period."""
    if period != "all":
        period_days(period)
    me = _MY_PLACE.first(period=period, player=player.pk) if player else None
    around = me if around_me and cursor is None else None
    page = _PLACES.page(cursor=cursor, around=around, limit=limit, period=period)
    return Board(page, _period_ranks(period, page.rows, me), me)


def _period_ranks(period: str, shown: list[Place], me: Place | None) -> Ranks:
    """Rank the rows of a page, from the place of its first row on, and the asker's own."""
    ranks: Ranks = {me.id: _ahead_and_level(period, me).ahead + 1} if me else {}
    if not shown:
        return ranks
    first = before = shown[0]
    count = _ahead_and_level(period, first)
    rank, place = count.ahead + 1, count.ahead + count.level + 1
    for row in shown:
        if _figures(row) != _figures(before):
            rank = place
        place += _figures(row) != _figures(first)
        ranks[row.id], before = rank, row
    return ranks


def _figures(row: Place) -> tuple[int, int]:
    return row.wins, row.moves


class _Count(NamedTuple):
    ahead: int
    level: int


def _counts() -> QuerySet[PeriodTally, tuple[int, int]]:
    wins, moves = Given("wins"), Given("moves")
    more_wins, same = Q(moves=0, wins__gt=wins), Q(wins=wins, moves=moves)
    fewer_moves = Q(wins=wins, moves__gt=0, moves__lt=moves)
    rows = PeriodTally.objects.filter(more_wins | fewer_moves | same, period=Given("period"))
    counted = rows.values("period").annotate(
        ahead=Coalesce(Sum("players", filter=~same), 0),
        level=Coalesce(Sum("players", filter=same), 0),
    )
    return counted.values_list("ahead", "level")


_COUNTS = Query(_counts, _Count)


def _ahead_and_level(period: str, row: Place) -> _Count:
    """Count the players on the board with better figures than a row's, and with the same."""
    counted = _COUNTS.first(period=period, wins=row.wins, moves=row.moves)
    return counted or _Count(0, 0)

"""Reading games: who may see which, how one stands, lists of them."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import BigIntegerField, Q

from accounts.errors import Refused
from agnes_site.queries import Given, Query
from games.engine import Attempt, Deck, Position, Status, parse_history
from games.models import Deal, Game
from games.selectors import keyset
from games.selectors.contests import is_settled

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    from accounts.models import User

Kind = Literal["casual", "daily", "challenge"]
KINDS = ("casual", "daily", "challenge")
STATUSES = ("playing", "won", "lost", "conceded", "expired")


def _games() -> QuerySet[Game]:
    """Everything that an answer about a game needs, in one statement."""
    return Game.objects.select_related("deal", "contest", "player")


_GAME: Query[Game] = Query(lambda: _games().filter(pk=Given("game")))


def game_for(player: User, game_id: int) -> Game:
    """Return a player's own game. Another's and none are alike: `not_found`."""
    game = _games().filter(pk=game_id, player=player).first()
    if game is None:
        raise Refused("not_found")
    return game


def game_seen_by(viewer: User | AnonymousUser, game_id: int, now: datetime) -> Game:
    """Return a game that `viewer` may read: their own, a settled contest's, a public casual one.

    Raises `not_found`, `not_settled`, and `not_signed_in` for whom signing in might help.
    """
    game = _GAME.first(game=game_id) if game_id <= BigIntegerField.MAX_BIGINT else None
    if game is not None and _may_read(viewer, game, now):
        return game
    if not viewer.is_authenticated:
        raise Refused("not_signed_in")
    raise Refused("not_settled" if game is not None and game.contest else "not_found")


def _may_read(viewer: User | AnonymousUser, game: Game, now: datetime) -> bool:
    if game.player_id == viewer.pk:
        return True
    if game.contest is None:
        return game.is_public and game.status != Game.Status.PLAYING
    return is_settled(game.contest, now)


def deal_to_replay(deal_id: int, now: datetime) -> Deal:
    """Return a deal that anyone may play casually.

    Raises `not_settled` for one in a contest under way; one in a contest to come, or in the pool
    of deals nobody has played, is not known to exist.
    """
    deal = Deal.objects.filter(pk=deal_id).prefetch_related("contests").first()
    contests = list(deal.contests.all()) if deal else []
    if deal is None or deal.is_pooled or any(now < contest.opens_at for contest in contests):
        raise Refused("not_found")
    if any(not is_settled(contest, now) for contest in contests):
        raise Refused("not_settled")
    return deal


def attempt_of(game: Game) -> Attempt:
    """Return the engine's view of a stored game, without a replay."""
    key = _stands(game)
    attempt = _attempts.get(key)
    if attempt is None:
        attempt = Attempt.resume(
            Deck.parse(game.deal.deck),
            ranked=is_ranked(game),
            history=parse_history(game.history),
            position=Position.parse(game.position),
            status=Status(game.status),
        )
        attempt_keep(game, attempt)
    return attempt


def attempt_keep(game: Game, attempt: Attempt) -> None:
    """Spare the next reader of a game the reading of its texts: mostly that of its next move."""
    with _attempts_lock:
        _attempts[_stands(game)] = attempt
        if len(_attempts) > _MOST_ATTEMPTS:
            del _attempts[next(iter(_attempts))]


_Key = tuple[str, bool, str, str, str]
_MOST_ATTEMPTS = 2000  # about 10 MB
# By all that an attempt follows from, so that none can be out of date.
_attempts: dict[_Key, Attempt] = {}
_attempts_lock = Lock()


def _stands(game: Game) -> _Key:
    return game.deal.deck, is_ranked(game), game.history, game.position, game.status


def is_ranked(game: Game) -> bool:
    """Tell whether a game counts in a contest."""
    return game.contest_id is not None


def game_kind(game: Game) -> Kind:
    """Name what a game was started as."""
    if game.contest is None:
        return "casual"
    return "daily" if game.contest.date else "challenge"


def game_status(game: Game, now: datetime) -> str:
    """Return the status of a game now: one unfinished when its contest settled has expired."""
    if game.status == Game.Status.PLAYING and is_settled(game.contest, now):
        return "expired"
    return game.status


def takes_actions(game: Game, now: datetime) -> bool:
    """Tell whether anything may still be done in a game, if only to take the losing move back."""
    may_go_on = game.status in {Game.Status.PLAYING, Game.Status.LOST}
    return may_go_on and not is_settled(game.contest, now)


def deck_may_be_shown(game: Game, now: datetime) -> bool:
    """Tell whether a game's deck hides nothing any more (R13).

    So when its contest is settled; when a casual game is over; when its player was dealt it all.
    """
    return is_over_for_all(game, now) or Position.parse(game.position).stock_count == 0


_EARLIER_BY_ANOTHER: Query[Game] = Query(
    lambda: (
        Game.objects.filter(deal=Given("deal"), pk__lt=Given("game"))
        .exclude(player=Given("player"))
        .only("pk")
    )
)


def deck_is_known(game: Game, now: datetime) -> bool:
    """Tell whether a player knew a game's deck before it began: brought it, or read it.

    A deck that was brought is at once played by who brought it; others may play its deal later.
    """
    if game.contest is not None:
        return is_settled(game.contest, now)
    if game.deal.seed is None:
        values = {"deal": game.deal_id, "game": game.pk, "player": game.player_id}
        return _EARLIER_BY_ANOTHER.first(**values) is None
    return game.deal.contests.filter(settles_at__lte=now).exists()


def is_over_for_all(game: Game, now: datetime) -> bool:
    """Tell whether everything about a game's deal may be told: no play of it counts any more."""
    if game.contest is None:
        return game.status != Game.Status.PLAYING
    return is_settled(game.contest, now)


def games_of(
    player: User | Given,
    now: datetime | Given,
    *,
    status: str | None = None,
    kind: str | None = None,
    since: datetime | Given | None = None,
    until: datetime | Given | None = None,
) -> QuerySet[Game]:
    """Return a player's games, narrowed by status, kind and the time they were started.

    `since` is in, `until` is out.
    """
    games = _games().filter(player=player)
    if status:
        games = games.filter(_status_is(status, now))
    if kind:
        games = games.filter(_kind_is(kind))
    if since:
        games = games.filter(started_at__gte=since)
    return games.filter(started_at__lt=until) if until else games


def games_page(
    player: User,
    now: datetime,
    *,
    cursor: str | None,
    limit: int,
    status: str | None = None,
    kind: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> keyset.Page[Game]:
    """Return a page of `games_of`, newest first, without what only a replay needs."""
    listing = _listing(status, kind, since is not None, until is not None)
    given: dict[str, Any] = {"player": player.pk, "now": now, "since": since, "until": until}
    page = listing.page(cursor=cursor, limit=limit, **given)
    for game in page.rows:
        game.player = player
    return page


@cache
def _listing(
    status: str | None, kind: str | None, has_since: bool, has_until: bool
) -> keyset.Listing[Game]:
    def rows() -> QuerySet[Game]:
        times = {"since": has_since, "until": has_until}
        given = {name: Given(name) if has_it else None for name, has_it in times.items()}
        games = games_of(Given("player"), Given("now"), status=status, kind=kind, **given)
        needed = games.select_related(None).select_related("deal", "contest")
        return needed.defer("pauses", "deal__solution")

    return keyset.Listing(rows, ["-id"])


def _status_is(status: str, now: datetime | Given) -> Q:
    playing, over = Q(status=Game.Status.PLAYING), Q(contest__settles_at__lte=now)
    if status == "expired":
        return playing & over
    return playing & ~over if status == Game.Status.PLAYING else Q(status=status)


def _kind_is(kind: str) -> Q:
    if kind == "casual":
        return Q(contest__isnull=True)
    return Q(contest__date__isnull=kind != "daily", contest__isnull=False)

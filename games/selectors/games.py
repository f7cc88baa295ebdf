"""Reading games: who may see which, how one stands, lists of them."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Literal

from django.db.models import Q

from accounts.errors import Refused
from games.engine import Attempt, Deck, Position, Status, parse_history
from games.models import Deal, Game
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
    game = _games().filter(pk=game_id).first()
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


def deck_may_be_shown(game: Game, now: datetime) -> bool:
    """Tell whether a game's deck hides nothing any more (R13).

    So when its contest is settled; when a casual game is over; when its player was dealt it all.
    """
    return is_over_for_all(game, now) or Position.parse(game.position).stock_count == 0


def deck_is_known(game: Game, now: datetime) -> bool:
    """Tell whether a player knew a game's deck before it began: brought it, or read it."""
    if game.contest is not None:
        return is_settled(game.contest, now)
    return game.deal.seed is None or game.deal.contests.filter(settles_at__lte=now).exists()


def is_over_for_all(game: Game, now: datetime) -> bool:
    """Tell whether everything about a game's deal may be told: no play of it counts any more."""
    if game.contest is None:
        return game.status != Game.Status.PLAYING
    return is_settled(game.contest, now)


def games_of(
    player: User,
    now: datetime,
    *,
    status: str | None = None,
    kind: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
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


def _status_is(status: str, now: datetime) -> Q:
    playing, over = Q(status=Game.Status.PLAYING), Q(contest__settles_at__lte=now)
    if status == "expired":
        return playing & over
    return playing & ~over if status == Game.Status.PLAYING else Q(status=status)


def _kind_is(kind: str) -> Q:
    if kind == "casual":
        return Q(contest__isnull=True)
    return Q(contest__date__isnull=kind != "daily", contest__isnull=False)

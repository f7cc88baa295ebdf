"""Games: start one, act in it, show it to others.

An accepted action is one statement, a compare-and-set on `ply`. Of two writers at one ply one
changes a row, the other changes none and is told so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from accounts.errors import Refused
from games.engine import DEAL, Command, Deck, IllegalMove, Move, Status, opening
from games.models import Game
from games.selectors.contests import contest_state, is_settled
from games.selectors.games import attempt_keep, attempt_of, deck_is_known, game_for, is_ranked
from games.services.boards import contest_join, player_lock, wins_record
from games.services.move_sql import move_append, move_confirm

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from accounts.models import User
    from games.engine import Action, Attempt
    from games.models import Contest, Deal

ACTION_CAP = 1000


def game_start(*, player: User, deal: Deal, now: datetime) -> Game:
    """Start a casual game on a deal."""
    return Game.objects.create(player=player, deal=deal, **_before_the_first_action(deal, now))


def ranked_game_open(*, player: User, contest: Contest, now: datetime) -> tuple[Game, bool]:
    """Start a player's one game in a contest, or return it; tell whether it is new.

    Raises `closed` when there is none and ranked play no longer starts. The database holds the
    one row per contest and player: of two starts at once one makes it, both return it.
    """
    game = Game.objects.filter(player=player, contest=contest).first()
    if game is None and contest_state(contest, now) != "open":
        raise Refused("closed")
    is_new = False
    if game is None:
        with transaction.atomic():
            current = player_lock(player_id=player.pk)
            game, is_new = Game.objects.get_or_create(
                player=current,
                contest=contest,
                defaults={"deal": contest.deal, **_before_the_first_action(contest.deal, now)},
            )
            if is_new:
                contest_join(contest=contest, player=current)
    return game_for(player, game.pk), is_new


def _before_the_first_action(deal: Deal, now: datetime) -> dict[str, object]:
    position = str(opening(Deck.parse(deal.deck)))
    return {"position": position, "started_at": now, "acted_at": now}


def game_play(*, game: Game, sent_ply: int, actions: Sequence[Action], now: datetime) -> Game:
    """Append actions to a player's own game, all or none, and return it as it then stands.

    `sent_ply` is the ply that the client last saw. Actions that already stand from there on are a
    retry and change nothing. Raises `stale`, `closed`, `game_over`, `move_cap`, `illegal_move`,
    `nothing_to_undo`, `undo_crosses_deal`.
    """
    texts = [str(action) for action in actions]
    if game.history.split()[sent_ply : sent_ply + len(texts)] == texts:
        move_confirm(game_id=game.pk)
        return game
    if sent_ply != game.ply:
        raise Refused("stale", game=game, ply=game.ply, sent=sent_ply)
    _check_open(game, now)
    if game.ply + len(texts) > ACTION_CAP:
        raise Refused("move_cap", game=game, index=ACTION_CAP - game.ply, cap=ACTION_CAP)
    attempt = _advance(game, actions, now)
    if _append(game, attempt, texts, now):
        return game
    present = game_for(game.player, game.pk)
    return game_play(game=present, sent_ply=sent_ply, actions=actions, now=now)


def game_concede(*, game: Game, sent_ply: int, now: datetime) -> Game:
    """Give a game up: an action like any other."""
    return game_play(game=game, sent_ply=sent_ply, actions=[Command.CONCEDE], now=now)


def game_publish(*, game: Game, is_public: bool) -> Game:
    """Let anyone see and replay a finished casual game, or nobody again.

    Raises `not_finished`, also for a contest's game: its settlement decides.
    """
    if is_ranked(game) or game.status == Game.Status.PLAYING:
        raise Refused("not_finished", game=game)
    Game.objects.filter(pk=game.pk).update(is_public=is_public)
    game.is_public = is_public
    return game


def _check_open(game: Game, now: datetime) -> None:
    """A settled contest takes no action; that its game is over for good is said first."""
    may_go_on = game.status in {Game.Status.PLAYING, Game.Status.LOST}
    if is_settled(game.contest, now) and may_go_on:
        raise Refused("closed", game=game)


def _advance(game: Game, actions: Sequence[Action], now: datetime) -> Attempt:
    before = attempt = attempt_of(game)
    is_known: bool | None = None  # most lists never ask, the others once
    for index, action in enumerate(actions):
        try:
            if _looks_ahead(attempt, before, action):
                is_known = deck_is_known(game, now) if is_known is None else is_known
                if not is_known:
                    raise IllegalMove(str(action), before.position, "it plays a card not yet seen")
            attempt = attempt.act(action)
        except IllegalMove as error:
            # A deal that is not going to stand must not show its cards.
            shown = before.position.hidden() if DEAL in actions[:index] else error.position
            raise Refused(
                error.code, game=game, index=index, action=error.move, position=shown
            ) from error
    return attempt


def _looks_ahead(attempt: Attempt, before: Attempt, action: Action) -> bool:
    """Tell whether an action hangs on cards that its own list has dealt (R13).

    A list is played whole or not at all, so a refusal would tell of cards that stay undealt. Only
    plays from the piles dealt to do, and once the stock is gone, when a deal may have lost the
    game, all but an undo.
    """
    if attempt.position.stock_count >= before.position.stock_count or action is Command.UNDO:
        return False
    is_from_dealt_pile = isinstance(action, Move) and action != DEAL and action.source.letter != "t"
    return is_from_dealt_pile or not attempt.position.stock_count


def _append(game: Game, attempt: Attempt, texts: list[str], now: datetime) -> bool:
    """Write the actions if the game still stands at the ply they were judged at.

    Only a win in a contest writes anything besides: the boards, in the same transaction.
    """
    if attempt.status is not Status.WON or game.contest is None:
        return _compare_and_set(game, attempt, texts, now)
    with transaction.atomic():
        player = player_lock(player_id=game.player_id)
        is_written = _compare_and_set(game, attempt, texts, now)
        if is_written:
            wins_record(player=player, wins=[(game.contest, attempt.ply)])
    return is_written


def _compare_and_set(game: Game, attempt: Attempt, texts: list[str], now: datetime) -> bool:
    """The one statement of a move. On success `game` holds what the row now holds."""
    is_over = attempt.status is not Status.PLAYING
    changed: dict[str, Any] = {
        "ply": attempt.ply,
        "undos": attempt.undos,
        "status": attempt.status.value,
        "position": str(attempt.position),
        "moves": attempt.ply if is_over else None,
        "acted_at": now,
        "finished_at": now if is_over else None,
    }
    gap = " " if game.ply else ""
    history, pauses = gap + " ".join(texts), gap + " ".join(_pauses(game, len(texts), now))
    is_written = move_append(
        game_id=game.pk, seen_ply=game.ply, history=history, pauses=pauses, **changed
    )
    if is_written:
        game.history += history
        game.pauses += pauses
        for name, value in changed.items():
            setattr(game, name, value)
        attempt_keep(game, attempt)
    return is_written


def _pauses(game: Game, number: int, now: datetime) -> list[str]:
    """Whole seconds before each action; those of one list come without a pause.

    A clock that was set back makes no negative pause.
    """
    waited = max(0, int((now - game.acted_at).total_seconds()))
    return [str(waited), *["0"] * (number - 1)]

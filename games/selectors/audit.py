"""The recount: every history replayed, every result, rank and standing computed anew.

Reads deals and histories alone, by the engine alone, and compares with what is stored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from django.db.models import Count

from games.engine import (
    Deck,
    IllegalMove,
    InvalidNotation,
    commitment,
    deck_of,
    parse_history,
    replay,
)
from games.models import Contest, Deal, Game, PeriodTally, Standing, Tally
from games.selectors.boards import contest_ranks, contest_wins
from games.selectors.contests import contest_name
from games.selectors.periods import periods_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 500


def deal_differences(deal: Deal) -> Iterator[str]:
    """Yield what is wrong with a deal: its seed must shuffle to its deck."""
    if deal.seed is not None and deal.shuffle_version is not None:
        shuffled = deck_of(bytes.fromhex(deal.seed), deal.shuffle_version)
        if str(shuffled) != deal.deck:
            yield f"{deal}: the seed does not shuffle to the deck"


def contest_differences(contest: Contest) -> Iterator[str]:
    """Yield what is wrong with a contest: commitment, players, tally and ranks."""
    seed, version = contest.deal.seed, contest.deal.shuffle_version
    if seed is None or version is None:
        yield f"{contest}: its deal has no seed"
    elif commitment(bytes.fromhex(seed), contest_name(contest), version) != contest.commitment:
        yield f"{contest}: the commitment was not made to the seed"
    begun = contest.games.filter(player__is_hidden=False).count()
    if contest.players != begun:
        yield f"{contest}: {contest.players} players, by a recount {begun}"
    moves_of_wins = [game.moves or 0 for game in contest_wins(contest)]
    counted = Counter(moves_of_wins)
    stored = dict(Tally.objects.filter(contest=contest, wins__gt=0).values_list("moves", "wins"))
    if counted != stored:
        yield f"{contest}: the tally says {stored}, a recount {dict(counted)}"
    ranks = contest_ranks(contest)
    for moves in counted:
        rank = 1 + sum(other < moves for other in moves_of_wins)
        if ranks.get(moves) != rank:
            yield f"{contest}: {moves} moves rank {ranks.get(moves)}, by a recount {rank}"


def game_differences(game: Game) -> Iterator[str]:
    """Yield where a stored game is not what its deal and history make of it."""
    try:
        actions = parse_history(game.history)
        attempt = replay(Deck.parse(game.deal.deck), actions, ranked=game.contest_id is not None)
    except (InvalidNotation, IllegalMove) as error:
        yield f"{game}: the history does not replay: {error}"
        return
    is_over = game.status != Game.Status.PLAYING
    facts = {
        "status": attempt.status.value,
        "ply": attempt.ply,
        "undos": attempt.undos,
        "position": str(attempt.position),
        "moves": attempt.ply if is_over else None,
    }
    for name, fact in facts.items():
        if getattr(game, name) != fact:
            yield f"{game}: {name} is {getattr(game, name)}, by a replay {fact}"
    if len(game.pauses.split()) != len(actions):
        yield f"{game}: {len(actions)} actions, {len(game.pauses.split())} pauses"
    if game.contest is not None and game.contest.deal_id != game.deal_id:
        yield f"{game}: it is not on the deal of its contest"


def standing_differences() -> Iterator[str]:
    """Yield the standings that differ from a recount over all dailies won."""
    counted: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    wins = Game.objects.filter(status=Game.Status.WON, contest__date__isnull=False)
    for game in wins.select_related("contest").iterator(_CHUNK):
        day = game.contest and game.contest.date
        for period in periods_of(day) if day else ():
            counted[game.player_id, period][0] += 1
            counted[game.player_id, period][1] += game.moves or 0
    for row in Standing.objects.filter(wins__gt=0).iterator(_CHUNK):
        fact = counted.pop((row.player_id, row.period), [0, 0])
        if [row.wins, row.moves] != fact:
            yield (
                f"standing of player {row.player_id} in {row.period}: "
                f"{row.wins} wins in {row.moves} moves, by a recount {fact[0]} in {fact[1]}"
            )
    for (player, period), fact in counted.items():
        yield f"standing of player {player} in {period} is missing: {fact[0]} wins in {fact[1]}"


def period_tally_differences() -> Iterator[str]:
    """Yield the tallies of periods that differ from a recount over the standings."""
    counted: Counter[tuple[str, int, int]] = Counter()
    standings = Standing.objects.filter(wins__gt=0, player__is_hidden=False)
    figures = standings.values_list("period", "wins", "moves").annotate(players=Count("pk"))
    for period, wins, moves, players in figures.iterator(_CHUNK):
        counted[period, wins, moves] += players
        counted[period, wins, 0] += players
    tallies = PeriodTally.objects.exclude(players=0)
    stored = tallies.values_list("period", "wins", "moves", "players")
    for period, wins, moves, players in stored.iterator(_CHUNK):
        fact = counted.pop((period, wins, moves), 0)
        if players != fact:
            yield f"{period}: {players} players with {wins} wins in {moves}, by a recount {fact}"
    for (period, wins, moves), fact in counted.items():
        yield f"{period}: no tally of {wins} wins in {moves}, by a recount {fact}"

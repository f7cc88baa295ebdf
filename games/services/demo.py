"""Players, days and results to look at. Only ever made on request, by `manage.py seed_demo`.

What the demo writes goes through the services that real players go through, with the clock set
back. All choices follow from a seed, except the dates and the deals, which are always fresh.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.services.players import player_save_new
from games.engine import Command, Deck, Move
from games.models import Contest, Game
from games.selectors.contests import FIRST_DAILY, daily_for
from games.services.dailies import daily_prepare
from games.services.demo_lines import Line, hasty_line, winning_lines, with_detours
from games.services.games import game_play, ranked_game_open

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime

    from games.engine import Action

# A domain that can never exist (RFC 2606): it marks the demo's players.
MAIL_DOMAIN = "demo.invalid"
NAMES = """
    alba bram carla dario eline farid greta hugo ines jonas kaja leo-m mira_k nuno olga pavel
    quinn rosa_b stefan tessa umberto vera wim xenia yusuf zoe amelie-r benoit caro75 dmitri
    esther fabio gwen hannes iris_w jules klara lorenzo marta njoki oskar petra rafael saskia
""".split()  # noqa: SIM905  (a list a name a line would be forty lines)
SHORTEST_PAUSE, LONGEST_PAUSE = 1, 15
_A_DAY, _A_SECOND = timedelta(days=1), timedelta(seconds=1)


class Regular(NamedTuple):
    """A player of the demo, and how they play; all three are chances, 0 to 1."""

    player: User
    comes: float
    wins: float
    wavers: float


def demo_days(*, days: int, now: datetime) -> list[date]:
    """Return today and the days before it, oldest first, that no player of the demo has played."""
    today = now.date()
    wanted = [today - n * _A_DAY for n in range(days, -1, -1)]
    games = Game.objects.filter(player__email__endswith=f"@{MAIL_DOMAIN}", contest__date__in=wanted)
    played = set(games.values_list("contest__date", flat=True))
    return [day for day in wanted if day >= FIRST_DAILY and day not in played]


def demo_players(
    *, number: int, seed: int, joined: datetime, password: str | None = None
) -> list[Regular]:
    """Return the first players of the demo; those not there yet are made, as if `joined` then.

    Without a password nobody can sign in as one of them. A name that somebody else has is passed
    over.
    """
    regulars: list[Regular] = []
    for name in NAMES:
        if len(regulars) == number:
            break
        player = User.objects.filter(username__iexact=name).first()
        player = player or _player_make(name, password, joined)
        if player.email.endswith(f"@{MAIL_DOMAIN}"):
            rng = _rng(seed, name)
            chances = rng.uniform(0.4, 1), rng.uniform(0.3, 0.9), rng.uniform(0, 0.15)
            regulars.append(Regular(player, *chances))
    return regulars


def _player_make(name: str, password: str | None, joined: datetime) -> User:
    player = User(username=name, email=f"{name}@{MAIL_DOMAIN}", date_joined=joined)
    player.set_password(password)
    player_save_new(player)
    return player


def demo_day_play(*, day: date, regulars: Sequence[Regular], seed: int, now: datetime) -> Contest:
    """Let the regulars play a day: all of it, or what there is of today.

    The day's deal is a certified one, unless the day already has one. Each game is a transaction of
    its own: real players of the day wait for none of the others.
    """
    days_ago = (now.date() - day).days
    contest = _contest_of(day, now)
    certified = tuple(map(Move.parse, contest.deal.solution.split()))
    lines = winning_lines(Deck.parse(contest.deal.deck), _rng(seed, days_ago), certified)
    for regular in regulars:
        rng = _rng(seed, days_ago, regular.player)
        if rng.random() < regular.comes:
            with transaction.atomic():
                _game_play(contest, regular, lines, rng, now)
    return contest


def _rng(*words: object) -> Random:
    """Random numbers for one purpose, so that none depends on how long another one searched."""
    return Random(" ".join(map(str, words)))  # noqa: S311  (a demo has no secrets)


def _contest_of(day: date, now: datetime) -> Contest:
    if not Contest.objects.filter(date=day).exists():
        daily_prepare(day=day)
    return daily_for(day, now)


def _game_play(
    contest: Contest, regular: Regular, lines: list[Line], rng: Random, now: datetime
) -> None:
    deck = Deck.parse(contest.deal.deck)
    actions = list(_actions(deck, regular, lines, rng))
    latest = min(now, contest.settles_at - _A_SECOND)
    moment = contest.opens_at + rng.random() * (min(now, contest.closes_at) - contest.opens_at)
    game, _ = ranked_game_open(player=regular.player, contest=contest, now=moment)
    for action in actions:
        moment += rng.randint(SHORTEST_PAUSE, LONGEST_PAUSE) * _A_SECOND
        moment = min(moment, latest)
        game = game_play(game=game, sent_ply=game.ply, actions=[action], now=moment)


def _actions(deck: Deck, regular: Regular, lines: list[Line], rng: Random) -> Iterator[Action]:
    """A win; or else a hasty game, played to its end, given up, or left lying."""
    if lines and rng.random() < regular.wins:
        yield from with_detours(deck, rng.choice(lines), rng, regular.wavers)
        return
    line = hasty_line(deck, rng)
    ending = rng.choice(["played on", "given up", "left lying"])
    stopped = line if ending == "played on" else line[: len(line) * 2 // 3]
    yield from with_detours(deck, stopped, rng, regular.wavers)
    if ending == "given up":
        yield Command.CONCEDE

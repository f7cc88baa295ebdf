"""How hard deals are: decided by a search, played blindly, and their shortest line looked for.

All of it follows from the deck alone, so that doing it again, or twice at once, changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine import Deck, Move, opening
from games.engine.blind import blind_wins
from games.models import Deal
from games.selectors.deals import undecided_deals, unrated_deals
from games.services.certification import BUDGET
from games.services.searches import search

if TYPE_CHECKING:
    from collections.abc import Iterator

BLIND_TRIES = 100
PAR_BUDGET = 2_000_000


def deal_decide(*, deal: Deal, budget: int = BUDGET) -> None:
    """Find out whether a deal can be won, and keep the line that wins it.

    `nodes` says what was searched; for a deal that stays undecided the whole budget, which a search
    need not have spent.
    """
    solution = search(opening(Deck.parse(deal.deck)), budget)
    line = " ".join(map(str, solution.line or ()))
    nodes = budget if solution.verdict == "unknown" else solution.nodes
    _keep(deal, verdict=solution.verdict, solution=line, nodes=nodes)


def deal_rate(*, deal: Deal) -> None:
    """Find out what a deal lacks of verdict and difficulty; a job for the background."""
    if deal.nodes is None:
        deal_decide(deal=deal)
    if deal.verdict == Deal.Verdict.WON and deal.blind_tries is None:
        wins = blind_wins(Deck.parse(deal.deck), BLIND_TRIES)
        _keep(deal, blind_tries=BLIND_TRIES, blind_wins=wins)
    if deal.verdict == Deal.Verdict.WON and deal.par_moves is None:
        _par_find(deal)


def _par_find(deal: Deal) -> None:
    from games.engine.par import par

    line = [Move.parse(text) for text in deal.solution.split()]
    best = par(opening(Deck.parse(deal.deck)), PAR_BUDGET, line=line)
    if best is not None:
        _keep(deal, par_moves=best.moves, par_bound=best.bound)


def deals_rate(*, limit: int | None = None, budget: int = BUDGET) -> Iterator[Deal]:
    """Decide and rate at most `limit` deals that lack something; yield each one done.

    A deal that an earlier search left undecided is searched again with a larger budget only.
    """
    undecided = undecided_deals(budget)[:limit]
    for deal in undecided:
        deal_decide(deal=deal, budget=budget)
        deal_rate(deal=deal)
        yield deal
    rest = None if limit is None else limit - len(undecided)
    for deal in unrated_deals()[:rest]:
        deal_rate(deal=deal)
        yield deal


def _keep(deal: Deal, **facts: str | int | None) -> None:
    Deal.objects.filter(pk=deal.pk).update(**facts)
    for name, value in facts.items():
        setattr(deal, name, value)

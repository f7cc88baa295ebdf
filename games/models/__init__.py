"""Deals, contests and games: columns, constraints and indexes; no logic.

A deal and a game's history are the truth. Everything else here can be recomputed from them, and
`verify_games` does.
"""

from __future__ import annotations

from games.models.boards import PeriodTally, Standing, Tally
from games.models.contests import Contest
from games.models.deals import Deal
from games.models.findings import Flag, Review
from games.models.games import Game

__all__ = ["Contest", "Deal", "Flag", "Game", "PeriodTally", "Review", "Standing", "Tally"]

"""New deals: from a fresh seed, or from a deck that a player brought."""

from __future__ import annotations

import secrets

from games.engine import RULES_VERSION, SHUFFLE_VERSION, Deck, deck_of
from games.models import Deal

SEED_BYTES = 32


def deal_draw() -> Deal:
    """Draw a deal from 256 bits of the operating system's randomness."""
    seed = secrets.token_bytes(SEED_BYTES)
    return Deal.objects.create(
        seed=seed.hex(),
        shuffle_version=SHUFFLE_VERSION,
        rules_version=RULES_VERSION,
        deck=str(deck_of(seed)),
    )


def deal_from_deck(*, deck: Deck) -> Deal:
    """Keep a deck that a player brought; always a deal of its own, whoever brought it before."""
    return Deal.objects.create(rules_version=RULES_VERSION, deck=str(deck))

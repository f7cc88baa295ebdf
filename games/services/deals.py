"""New deals: from a fresh seed, or from a deck that a player brought."""

from __future__ import annotations

import secrets

from games.engine import RULES_VERSION, SHUFFLE_VERSION, Deck, deck_of
from games.models import Deal

SEED_BYTES = 32


def seed_draw() -> bytes:
    """Draw 256 bits from the operating system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def deal_draw() -> Deal:
    """Keep the deal of a fresh seed; nobody knows whether it can be won."""
    return Deal.objects.create(**columns_of(seed_draw()))


def columns_of(seed: bytes) -> dict[str, object]:
    """Return what a deal keeps of its seed: the seed, the deck and the versions of both."""
    return {
        "seed": seed.hex(),
        "shuffle_version": SHUFFLE_VERSION,
        "rules_version": RULES_VERSION,
        "deck": str(deck_of(seed)),
    }


def deal_from_deck(*, deck: Deck) -> Deal:
    """Keep a deck that a player brought; always a deal of its own, whoever brought it before."""
    return Deal.objects.create(rules_version=RULES_VERSION, deck=str(deck))

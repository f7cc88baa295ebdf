"""From a seed to a deck, the same for ever, and the commitment to a seed not yet shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import chain, count
from typing import Final

from games.engine.cards import CARDS, Deck

SHUFFLE_VERSION: Final = 1
SEED_SIZE: Final = 32

_DOMAIN: Final = b"agnes shuffle 1 "
_BYTE_VALUES: Final = 256


def deck_of(seed: bytes, version: int = SHUFFLE_VERSION) -> Deck:
    """Return the deck of a seed of 32 bytes.

    Version 1: the bytes of SHA-256("agnes shuffle 1 " + seed + block number in 8 bytes, big
    endian) for the blocks 0, 1, 2, ... are drawn one after the other. Starting with all clubs
    from ace to king, then diamonds, hearts and spades, for each place i from 51 down to 1 the card
    there changes places with that of place j = byte mod (i + 1); a byte of or above the highest
    multiple of i + 1 within 256 is passed over.

    Raises ValueError for a seed of another size or a version that never was.
    """
    if version != SHUFFLE_VERSION:
        raise ValueError(f"there is no shuffle version {version}")
    if len(seed) != SEED_SIZE:
        raise ValueError(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
    stream = _byte_stream(seed)
    cards = list(CARDS)
    for place in range(len(cards) - 1, 0, -1):
        other = _drawn_below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(cards)


def commitment(seed: bytes, contest: str, version: int = SHUFFLE_VERSION) -> str:
    """Return the hex SHA-256 by which a contest is bound to its seed before the seed is shown.

    It is taken over the UTF-8 text "agnes VERSION CONTEST SEED", with single spaces, the shuffle
    version in decimal and the seed in 64 lower-case hex digits, without an end of line:

        printf '%s' "agnes 1 daily:2026-11-30 SEED" | sha256sum
    """
    return hashlib.sha256(f"agnes {version} {contest} {seed.hex()}".encode()).hexdigest()


def _byte_stream(seed: bytes) -> Iterator[int]:
    return chain.from_iterable(_block(seed, number) for number in count())


def _block(seed: bytes, number: int) -> bytes:
    return hashlib.sha256(_DOMAIN + seed + number.to_bytes(8, "big")).digest()


def _drawn_below(limit: int, stream: Iterator[int]) -> int:
    """Return the next number below `limit`, each as likely as the others."""
    fair = _BYTE_VALUES - _BYTE_VALUES % limit
    return next(byte for byte in stream if byte < fair) % limit

"""From seeds to decks and commitments: what is frozen, and what is fair."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable

import pytest

from games.engine import RULES_VERSION, SHUFFLE_VERSION, Card, Deck, commitment, deck_of
from games.engine.cards import CARDS

GOLDEN = {
    "00" * 32: (
        "5C 4D AD 5D 8S AC 9C QD JC 7C TD 3S QS 6S TC 3C KS 2H 4C 2D TH 6C 9H 8C AS 5S "
        "KC JH 8H 4S 2C 7H 7D JD 2S 3D JS 3H QH 5H QC 8D TS 9S 7S 9D 6D 4H 6H AH KD KH"
    ),
    "ff" * 32: (
        "TS 6D 3C TD 2S JH QC AH 7D JD 8C 6S AC 7C 2D 4D 5C 2C 6C 8H 5S AS 3H KS QH 4H "
        "9S 7S QS 9D KC 4C 5H 3D 9H QD 8S 8D 7H 6H 2H 3S 9C KH TH 5D 4S AD JS JC TC KD"
    ),
    bytes(range(32)).hex(): (
        "4H 7H 9C KH 6H 2C KS 7C 5H 4S JD AC KD 5S JH 8H AS 7D TC 3S 3H 2D 8D 3C 4D 6C "
        "QH TD 2S 7S 5C 2H 9D 6S QS TH AH 3D QD AD 8C 9H JS JC 5D 4C KC 9S TS 6D QC 8S"
    ),
    hashlib.sha256(b"agnes").hexdigest(): (
        "3S 4C AS 6H 6D 8D 7S 2C 9C JC QC 3C KS 3D 7C QH 7D 5D AH 5C TH 2D JD QS 3H TS "
        "AC KH 9S TC 8S 9H JH JS 5S 8C 2H 4H 8H QD 9D 7H 6C KD 4D 5H TD AD 2S 6S 4S KC"
    ),
}


@pytest.mark.parametrize("seed", GOLDEN, ids=lambda seed: seed[:8])
def test_a_seed_gives_the_same_deck_for_ever(seed: str) -> None:
    assert str(deck_of(bytes.fromhex(seed), 1)) == GOLDEN[seed]


def test_the_versions_are_the_first_ones() -> None:
    assert (SHUFFLE_VERSION, RULES_VERSION) == (1, 1)


def test_the_present_version_is_used_when_none_is_named() -> None:
    assert deck_of(bytes(32)) == deck_of(bytes(32), SHUFFLE_VERSION)


def test_the_shuffle_is_the_one_its_docstring_states() -> None:
    seed = bytes(range(32))
    blocks = (
        hashlib.sha256(b"agnes shuffle 1 " + seed + number.to_bytes(8, "big")).digest()
        for number in range(100)
    )
    stream = iter(b"".join(blocks))
    cards = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
    for place in range(51, 0, -1):
        while (byte := next(stream)) >= 256 // (place + 1) * (place + 1):
            pass
        other = byte % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    assert str(deck_of(seed)) == " ".join(cards)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        deck_of(bytes(size))


@pytest.mark.parametrize("version", [0, 2, -1])
def test_a_version_that_never_was_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match=f"no shuffle version {version}"):
        deck_of(bytes(32), version)


# ------------------------------------------------------------------------------------- fairness

DECKS = 4000
# Rows and columns have fixed sums: 51/52 of the statistic has 51 * 51 degrees of freedom, and is
# about normal, with this mean and deviation.
MEAN = 51 * 51
DEVIATION = math.sqrt(2 * MEAN)


def deviations(shuffle: Callable[[bytes], Deck]) -> float:
    """Return how far chi-square of card against place lies from its mean, in deviations."""
    seen: Counter[tuple[int, Card]] = Counter()
    for number in range(DECKS):
        seed = hashlib.sha256(f"fair {number}".encode()).digest()
        seen.update(enumerate(shuffle(seed)))
    expected = DECKS / 52
    chi_square = sum(
        (seen[place, card] - expected) ** 2 / expected for place in range(52) for card in CARDS
    )
    return (chi_square * 51 / 52 - MEAN) / DEVIATION


def shuffled_with_modulo_bias(seed: bytes) -> Deck:
    """Shuffle with numbers below 64 taken modulo, so that low places come up more often."""
    cards = list(CARDS)
    stream = hashlib.sha512(seed).digest()
    for place in range(51, 0, -1):
        other = stream[place] % 64 % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(cards)


def shuffled_by_swapping_with_any_place(seed: bytes) -> Deck:
    """Shuffle with the well-known mistake: every place changes with any of the 52."""
    cards = list(CARDS)
    stream = hashlib.sha512(seed).digest()
    for place in range(52):
        other = stream[place] % 52
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(cards)


def shuffled_but_never_in_place(seed: bytes) -> Deck:
    """Shuffle with the off-by-one mistake: no card may stay where it is."""
    cards = list(CARDS)
    stream = hashlib.sha512(seed).digest()
    for place in range(51, 0, -1):
        other = stream[place] % place
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(cards)


def test_every_card_is_as_likely_in_every_place() -> None:
    assert abs(deviations(deck_of)) < 4


@pytest.mark.parametrize(
    "shuffle",
    [
        shuffled_with_modulo_bias,
        shuffled_by_swapping_with_any_place,
        shuffled_but_never_in_place,
    ],
)
def test_a_biased_shuffle_is_found(shuffle: Callable[[bytes], Deck]) -> None:
    assert deviations(shuffle) > 8


def test_different_seeds_give_different_decks() -> None:
    seeds = [number.to_bytes(32, "big") for number in range(500)]
    assert len({deck_of(seed) for seed in seeds}) == 500


# ----------------------------------------------------------------------------------- commitment


def test_a_commitment_is_the_digest_of_the_text_its_docstring_states() -> None:
    text = "agnes 1 daily:2026-11-30 " + "00" * 32
    found = commitment(bytes(32), "daily:2026-11-30", 1)
    assert found == hashlib.sha256(text.encode()).hexdigest()


def test_a_commitment_stays_the_same_for_ever() -> None:
    assert (
        commitment(bytes(range(32)), "daily:2026-11-30", 1)
        == "a4140b54114d21ac03792aef46c54bd4d4f7e467df1cbb272c5e8f5ef61fffeb"
    )


def test_a_commitment_tells_apart_seed_contest_and_version() -> None:
    found = {
        commitment(seed, contest, version)
        for seed in (bytes(32), bytes(range(32)))
        for contest in ("daily:2026-11-30", "daily:2026-12-01", "challenge:abc")
        for version in (1, 2, 11)
    }
    assert len(found) == 18

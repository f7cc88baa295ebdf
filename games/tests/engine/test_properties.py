"""What holds in every game, in games played by chance."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    DEAL,
    Action,
    Attempt,
    Command,
    Deck,
    IllegalMove,
    Move,
    Position,
    Status,
    fold,
    is_won,
    legal_moves,
    opening,
    parse_history,
    play,
    replay,
    status,
    walk,
)
from games.engine.building import fits_foundation
from games.engine.cards import CARDS, RANK_COUNT, Card
from games.tests.engine.tables import is_between_columns

# The same examples on every run: what fails once fails again.
fixed = settings(derandomize=True, deadline=None, max_examples=40)

decks = st.permutations(CARDS).map(Deck)


def many_numbers(seed: int) -> list[int]:
    random = Random(seed)
    return [random.randrange(2**16) for _ in range(150)]


# Short lists shrink well when something fails; long ones play whole games.
choices = st.lists(st.integers(0, 2**16), max_size=50) | st.builds(
    many_numbers, st.integers(0, 2**32)
)
ALL_MOVES = [
    Move.parse(text)
    for text in (
        "deal",
        *(f"{source}{n}-f" for source in "tr" for n in range(1, 8)),
        *("x1-f", "x2-f"),
        *(f"{s}{n}-t{m}" for s in "tr" for n in range(1, 8) for m in range(1, 8)),
        *(f"x{n}-t{m}" for n in (1, 2) for m in range(1, 8)),
        *(f"t{n}-t{m}:{k}" for n in range(1, 8) for m in range(1, 8) for k in (*range(2, 15), 26)),
    )
]


def chosen(position: Position, number: int) -> Move | None:
    """Return a legal move; three in four choices make progress where that is possible."""
    moves = legal_moves(position)
    useful = [move for move in moves if not is_between_columns(move)]
    pool = useful if useful and number % 4 else moves
    return pool[number // 4 % len(pool)] if pool else None


def game(deck: Deck, numbers: list[int]) -> list[Position]:
    positions = [opening(deck)]
    for number in numbers:
        move = chosen(positions[-1], number)
        if move is None:
            break
        positions.append(play(positions[-1], move))
    return positions


games = st.builds(game, decks, choices)


def actions_of(deck: Deck, numbers: list[int], *, ranked: bool) -> list[Action]:
    """Return a history that is accepted, about one action in five an undo."""
    attempt, actions = Attempt.start(deck, ranked=ranked), list[Action]()
    for number in numbers:
        undo = number % 5 == 0 and attempt.can_undo
        action = Command.UNDO if undo else chosen(attempt.position, number)
        if action is None or (attempt.status is not Status.PLAYING and not undo):
            break
        attempt = attempt.act(action)
        actions.append(action)
    return actions


def cards_on_the_table(position: Position) -> list[Card]:
    piles = (*position.columns, *position.reserves, position.stock)
    return [card for pile in piles for card in pile] + [c for c in position.extras if c]


def cards_on_foundations(position: Position) -> list[Card]:
    return [
        card
        for card in CARDS
        if (card.rank - position.base_rank) % RANK_COUNT < position.foundations[card.suit]
    ]


@fixed
@given(games)
def test_there_are_always_52_different_cards(positions: list[Position]) -> None:
    for position in positions:
        cards = cards_on_the_table(position) + cards_on_foundations(position)
        assert len(cards) == len(set(cards)) == 52


@settings(fixed, max_examples=15)
@given(games)
def test_what_is_legal_is_what_can_be_played_and_nothing_else(positions: list[Position]) -> None:
    for position in (*positions[::40], positions[-1]):
        legal = set(legal_moves(position))
        assert legal == {move for move in ALL_MOVES if can_be_played(position, move)}


def can_be_played(position: Position, move: Move) -> bool:
    try:
        play(position, move)
    except IllegalMove:
        return False
    return True


@fixed
@given(games)
def test_no_move_is_legal_twice(positions: list[Position]) -> None:
    for position in positions:
        texts = [str(move) for move in legal_moves(position)]
        assert len(set(texts)) == len(texts)
        assert [str(Move.parse(text)) for text in texts] == texts


@fixed
@given(games)
def test_every_position_is_read_and_written_as_it_is(positions: list[Position]) -> None:
    for position in positions:
        for form in (position, position.hidden()):
            assert Position.parse(str(form)) == form


@fixed
@given(games)
def test_hiding_the_stock_changes_nothing_that_is_legal(positions: list[Position]) -> None:
    """R13."""
    for position in positions[::10]:
        hidden = position.hidden()
        assert legal_moves(hidden) == legal_moves(position)
        assert status(hidden) == status(position)
        assert hidden.stock_count == position.stock_count


@fixed
@given(games)
def test_foundations_never_shrink(positions: list[Position]) -> None:
    for before, following in pairwise(positions):
        grown = [b - a for a, b in zip(before.foundations, following.foundations, strict=True)]
        assert sorted(grown) in ([0, 0, 0, 0], [0, 0, 0, 1])


@fixed
@given(games)
def test_a_game_without_legal_moves_is_over(positions: list[Position]) -> None:
    for position in positions:
        if not legal_moves(position):
            assert status(position) is (Status.WON if is_won(position) else Status.LOST)


@fixed
@given(games)
def test_a_lost_game_has_no_play_but_between_columns(positions: list[Position]) -> None:
    """R10."""
    for position in positions[-20:]:
        if status(position) is Status.LOST:
            assert all(map(is_between_columns, legal_moves(position)))
            tops = [column[-1] for column in position.columns if column]
            assert not any(fits_foundation(position, card) for card in tops)


@fixed
@given(decks, choices, st.booleans())
def test_an_undo_restores_exactly_what_was(deck: Deck, numbers: list[int], ranked: bool) -> None:
    """R12."""
    standing = [Attempt.start(deck, ranked=ranked)]
    actions = actions_of(deck, numbers, ranked=ranked)
    for action, attempt in zip(actions, walk(deck, actions, ranked=ranked), strict=True):
        if action is Command.UNDO:
            undone = standing.pop()
            assert not (ranked and undone.line[-1] == DEAL)
            assert (attempt.position, attempt.line) == (standing[-1].position, standing[-1].line)
            assert attempt.status is Status.PLAYING
        else:
            standing.append(attempt)


@fixed
@given(decks, choices, st.booleans())
def test_a_history_and_the_line_it_folds_to_reach_one_position(
    deck: Deck, numbers: list[int], ranked: bool
) -> None:
    actions = actions_of(deck, numbers, ranked=ranked)
    attempt = replay(deck, actions, ranked=ranked)
    direct = replay(deck, fold(actions), ranked=ranked)
    assert attempt.line == fold(actions) == direct.line
    assert (attempt.position, attempt.status) == (direct.position, direct.status)
    assert attempt.ply == len(actions) == len(attempt.line) + 2 * attempt.undos
    assert parse_history(" ".join(map(str, actions))) == tuple(actions)


@fixed
@given(decks, choices, st.booleans())
def test_a_resumed_attempt_is_the_replayed_one(
    deck: Deck, numbers: list[int], ranked: bool
) -> None:
    actions = actions_of(deck, numbers, ranked=ranked)
    attempt = replay(deck, actions, ranked=ranked)
    resumed = Attempt.resume(
        deck,
        ranked=ranked,
        history=actions,
        position=attempt.position,
        status=attempt.status,
    )
    assert resumed == attempt


@fixed
@given(decks)
def test_decks_are_read_and_written_as_they_are(deck: Deck) -> None:
    assert Deck.parse(str(deck)) == deck == Deck.parse(str(deck).replace(" ", ""))
    assert opening(deck).base_rank == deck[0].rank

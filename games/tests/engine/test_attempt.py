"""One attempt at one deal: counting (R11), undo (R12), the end of a game, replay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    DEAL,
    Attempt,
    Command,
    IllegalMove,
    Move,
    Position,
    Status,
    opening,
    parse_action,
    parse_history,
    replay,
    walk,
)
from games.tests.engine.tables import DECK, WINNING_LINE, after


def played(history: str, *, ranked: bool = False) -> Attempt:
    return replay(DECK, parse_history(history), ranked=ranked)


def refused(attempt: Attempt, action: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalMove) as caught:
        attempt.act(parse_action(action))
    assert caught.value.move == action
    return caught.value.code, caught.value.position


# From the opening of DECK; the last move loses the game.
LOSING_LINE = (
    "deal deal deal x1-f t3-t5 x2-t2 t7-t2 t6-t3 t3-f t2-t7:3 t7-t2:4 t2-t6:5 r4-t7 r7-t2 "
    "t7-t1:2 r4-t6 r3-t6 r7-t4 t6-t7:8 r7-t4 t6-t4 r6-t7 t4-t7:4 t1-t2:2 r4-t4 t2-t1:2 t4-t5:2 "
    "t7-t4:9 t4-t7:9 t7-t4:9 t5-t1:3 t7-t6:5 t1-t2:5 t7-t4 t2-t1:5 t1-t2:5 t2-t1:5 t1-t5:3 "
    "t4-t7:8 t5-t1:3 t1-t2:5 t2-t1:5 r3-t4"
)


# ------------------------------------------------------------------------------ R11: counting


def test_every_accepted_action_counts_one() -> None:
    """R11."""
    attempt = played("t6-f deal undo undo deal concede")
    assert (attempt.ply, attempt.undos, attempt.line) == (6, 2, (DEAL,))


def test_a_run_counts_one_move() -> None:
    """R11."""
    history = WINNING_LINE.split()[:19]
    assert history[-1] == "t4-t7:5"
    assert played(" ".join(history)).ply == 19


def test_a_win_takes_51_plays_to_the_foundations_and_3_deals_at_least() -> None:
    """R11."""
    line = parse_history(WINNING_LINE)
    assert sum(str(move).endswith("-f") for move in line) == 51
    assert line.count(DEAL) == 3
    assert played(WINNING_LINE).status is Status.WON


def test_an_attempt_starts_with_the_opening_and_nothing_done() -> None:
    attempt = Attempt.start(DECK, ranked=True)
    assert (attempt.position, attempt.line, attempt.ply) == (opening(DECK), (), 0)
    assert (attempt.undos, attempt.status, attempt.ranked) == (0, Status.PLAYING, True)
    assert not attempt.can_undo


def test_a_refused_action_leaves_the_attempt_as_it_was() -> None:
    attempt = played("t6-f")
    before = replace(attempt)
    refused(attempt, "t6-f")
    assert attempt == before


# ---------------------------------------------------------------------------------- R12: undo


@pytest.mark.parametrize("ranked", [False, True])
def test_an_undo_restores_the_position_before(ranked: bool) -> None:
    """R12."""
    attempt = played("deal t6-f", ranked=ranked)
    undone = attempt.act(Command.UNDO)
    assert undone.position == after(opening(DECK), "deal")
    assert (undone.line, undone.ply, undone.undos) == ((DEAL,), 3, 1)


@pytest.mark.parametrize("ranked", [False, True])
def test_nothing_can_be_taken_back_at_the_start(ranked: bool) -> None:
    """R12."""
    attempt = Attempt.start(DECK, ranked=ranked)
    code, position = refused(attempt, "undo")
    assert (code, position) == ("nothing_to_undo", str(opening(DECK).hidden()))


def test_nothing_can_be_taken_back_once_everything_was() -> None:
    attempt = played("t6-f deal undo undo")
    assert not attempt.can_undo
    assert refused(attempt, "undo")[0] == "nothing_to_undo"


def test_a_casual_game_may_take_back_a_deal() -> None:
    """R12."""
    attempt = played("t6-f deal")
    assert attempt.can_undo
    assert attempt.act(Command.UNDO).position == after(opening(DECK), "t6-f")


def test_a_ranked_game_never_takes_back_a_deal() -> None:
    """R12."""
    attempt = played("t6-f deal", ranked=True)
    assert not attempt.can_undo
    assert refused(attempt, "undo")[0] == "undo_crosses_deal"


def test_a_ranked_game_takes_back_moves_up_to_the_last_deal_and_no_further() -> None:
    """R12."""
    attempt = played("deal t6-f undo", ranked=True)
    assert refused(attempt, "undo")[0] == "undo_crosses_deal"


# ---------------------------------------------------------------------------- the end of a game

LAST_TWO = "A 13.13.13.11 KS/QS/-/-/-/-/- -/-/-/-/-/-/- -/- -"


def test_undo_may_take_back_the_move_that_lost() -> None:
    """R12."""
    *line, last = parse_history(LOSING_LINE)
    before = replay(DECK, line)
    lost = before.act(last)
    assert (before.status, lost.status, lost.can_undo) == (Status.PLAYING, Status.LOST, True)
    undone = lost.act(Command.UNDO)
    assert (undone.status, undone.position) == (Status.PLAYING, before.position)
    assert undone.ply == len(line) + 2


def test_nothing_but_undo_follows_a_loss() -> None:
    lost = played(LOSING_LINE)
    for action in ("concede", "deal", *LOSING_LINE.split()[:2]):
        assert refused(lost, action)[0] == "game_over"


def test_a_deal_that_lost_a_ranked_game_stands() -> None:
    """R12: the deal showed cards."""
    lost = Attempt(DECK, True, opening(DECK), (DEAL,), 1, 0, Status.LOST)
    assert not lost.can_undo
    assert refused(lost, "undo")[0] == "undo_crosses_deal"
    assert replace(lost, ranked=False).can_undo


def test_nothing_follows_a_win() -> None:
    """R12: undo never takes back the move that won."""
    won = played(WINNING_LINE)
    assert not won.can_undo
    for action in ("undo", "deal", "t1-f", "concede"):
        assert refused(won, action)[0] == "game_over"


def test_nothing_follows_a_concession() -> None:
    conceded = played("t6-f concede")
    assert (conceded.status, conceded.position) == (Status.CONCEDED, played("t6-f").position)
    assert not conceded.can_undo
    for action in ("undo", "deal", "t1-f", "concede"):
        assert refused(conceded, action)[0] == "game_over"


def test_a_game_may_be_conceded_at_once() -> None:
    assert played("concede").status is Status.CONCEDED


def test_the_move_that_wins_ends_the_game() -> None:
    attempt = Attempt(DECK, True, Position.parse(LAST_TWO), (), 60, 0, Status.PLAYING)
    first = attempt.act(Move.parse("t2-f"))
    assert (first.status, first.act(Move.parse("t1-f")).status) == (Status.PLAYING, Status.WON)


# ------------------------------------------------------------------------- replay, walk, resume


def test_replay_is_the_last_step_of_a_walk() -> None:
    history = parse_history("t6-f deal undo t3-t5 deal")
    steps = list(walk(DECK, history))
    assert [step.ply for step in steps] == [1, 2, 3, 4, 5]
    assert steps[-1] == replay(DECK, history)


def test_replaying_nothing_is_the_start() -> None:
    assert replay(DECK, ()) == Attempt.start(DECK, ranked=False)


@pytest.mark.parametrize(
    ("history", "ranked", "index", "code"),
    [
        ("t6-f t6-f", False, 1, "illegal_move"),
        ("undo", False, 0, "nothing_to_undo"),
        ("t6-f deal undo", True, 2, "undo_crosses_deal"),
        ("deal concede deal t6-f", False, 2, "game_over"),
    ],
    ids=range(4),
)
def test_replay_names_the_action_it_refuses(
    history: str, ranked: bool, index: int, code: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        played(history, ranked=ranked)
    error = caught.value
    assert (error.index, error.code, error.move) == (index, code, history.split()[index])


def test_a_walk_yields_what_comes_before_a_refusal() -> None:
    steps = walk(DECK, parse_history("t6-f t6-f"))
    assert next(steps).ply == 1
    with pytest.raises(IllegalMove):
        next(steps)


@pytest.mark.parametrize("ranked", [False, True])
def test_an_attempt_resumes_where_it_was(ranked: bool) -> None:
    history = "t6-f deal t3-t5 undo t3-t5"
    attempt = played(history, ranked=ranked)
    resumed = Attempt.resume(
        DECK,
        ranked=ranked,
        history=parse_history(history),
        position=attempt.position,
        status=attempt.status,
    )
    assert resumed == attempt
    assert resumed.act(Command.UNDO) == attempt.act(Command.UNDO)


def test_no_refusal_of_an_attempt_names_a_card_of_the_stock() -> None:
    """R13."""
    attempt = played("deal", ranked=True)
    for action in ("undo", "t1-t2", "x1-f"):
        with pytest.raises(IllegalMove) as caught:
            attempt.act(parse_action(action))
        shown = f"{caught.value} {caught.value!r} {vars(caught.value)}"
        assert not [card for card in attempt.position.stock if str(card) in shown]

"""Lanes: processes that play kinds of fault side by side, each on a stage of its own."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import ExitStack
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, NamedTuple

import start
from faults.processes import end_when_told
from faults.rounds import Result, play
from faults.stage import prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from faults.rounds import Kind
    from faults.stage import Stage

_processes = multiprocessing.get_context("fork")
STOP_SECONDS = 60


class Plan(NamedTuple):
    """So many rounds of each kind, none begun after `limit` seconds of its kind, and the logs."""

    rounds: int
    limit: float
    kept: Path


class Lane:
    """A process that plays what it is told, kind by kind. `kind` is None while it has none."""

    def __init__(self, kinds: Sequence[Kind], plan: Plan) -> None:
        self.pipe, far = _processes.Pipe()
        arguments = (far, {kind.name: kind for kind in kinds}, plan, os.getpid())
        self.process = _processes.Process(target=_serve, args=arguments)
        self.process.start()
        far.close()
        self.kind: Kind | None = None
        self.stage: type[Stage] | None = None

    def play(self, kind: Kind, seed: int) -> None:
        """Begin the rounds of a kind; their results come through the pipe, and None at the end."""
        self.kind, self.stage = kind, kind.stage
        self.pipe.send((kind.name, seed))

    def stop(self) -> None:
        """End it and all that it has started."""
        self.process.terminate()
        self.process.join(STOP_SECONDS)


def play_all(
    kinds: Sequence[Kind], plan: Plan, lanes: int, seed: int
) -> Iterator[tuple[Kind, Result | None]]:
    """The result of each round as it comes, and None at the end of a kind.

    Rounds that break off, because something did not start or stop in time, prove nothing: their
    kind is begun again on a new stage. RuntimeError for one that breaks off again.
    """
    prepared()
    waiting = [kind for kind in kinds if not kind.stage.lacks()]
    broken: set[str] = set()
    with ExitStack() as stack:
        running = [_lane(stack, kinds, plan) for _ in range(min(lanes, len(waiting)))]
        while busy := [lane for lane in running if _is_busy(lane, waiting, seed)]:
            for pipe in wait([lane.pipe for lane in busy]):
                lane = next(lane for lane in busy if lane.pipe is pipe)
                assert lane.kind is not None
                kind = lane.kind
                try:
                    result = lane.pipe.recv()
                except EOFError:
                    if kind.name in broken:
                        raise RuntimeError(f"{kind.name}: the rounds broke off twice") from None
                    broken.add(kind.name)
                    waiting.append(kind)
                    running[running.index(lane)] = _lane(stack, kinds, plan)
                    continue
                if result is None:
                    lane.kind = None
                yield kind, result


def _lane(stack: ExitStack, kinds: Sequence[Kind], plan: Plan) -> Lane:
    lane = Lane(kinds, plan)
    stack.callback(lane.stop)
    return lane


def _is_busy(lane: Lane, waiting: list[Kind], seed: int) -> bool:
    """Whether it plays something, now that it was given the next kind if it had none."""
    if lane.kind is None and waiting:
        kind = next_kind(waiting, lane.stage)
        waiting.remove(kind)
        lane.play(kind, seed + 1000 * len(waiting))
    return lane.kind is not None


def next_kind(waiting: Sequence[Kind], stage: type[Stage] | None) -> Kind:
    """The longest of those for the stage that stands, else the longest of all."""
    fitting = [kind for kind in waiting if kind.stage is stage] or waiting
    return max(fitting, key=lambda kind: kind.seconds)


def _serve(pipe: Connection, kinds: dict[str, Kind], plan: Plan, parent: int) -> None:
    """What a lane does until it is stopped."""
    end_when_told()
    end_with_parent: Callable[[], None] | None = start.die_with(parent)
    if end_with_parent is not None:
        end_with_parent()
    stage: Stage | None = None
    with ExitStack() as stack:
        while True:
            name, seed = pipe.recv()
            kind = kinds[name]
            if type(stage) is not kind.stage:
                stack.close()
                stage = stack.enter_context(kind.stage())
            for result in rounds_of(kind, stage, plan, seed):
                pipe.send(result)
            pipe.send(None)


def rounds_of(kind: Kind, stage: Stage, plan: Plan, seed: int) -> Iterator[Result]:
    """The result of each round of a kind."""
    spent = 0.0
    for number in range(plan.rounds):
        if spent <= plan.limit:
            result = play(kind, stage, seed + number, plan.kept)
            spent += result.seconds
            yield result

"""Runs of faults leave nothing, however they end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from faults import drill, latency, limits
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

LONG_SECONDS = 60
_processes = multiprocessing.get_context("fork")


class Clusters(Stage):
    """Has taken so long to start when it is told to end."""

    ended: Connection

    def start(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LONG_SECONDS)

    def endings(self) -> list[Callable[[], object]]:
        return [*super().endings(), lambda: self.ended.send_bytes(b"ended")]


@pytest.mark.parametrize(
    ("module", "stage", "main"),
    [
        (drill, "ArchivedStage", lambda: drill.main([])),
        (latency, "Plain", lambda: latency.main([])),
        (limits, "Stage", limits.main),
    ],
)
def test_a_run_that_is_told_to_end_ends_its_servers(
    module: Any, stage: str, main: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, Clusters.ended = _processes.Pipe(duplex=False)
    monkeypatch.setattr(module, stage, Clusters)
    run = _processes.Process(target=main)
    run.start()
    Clusters.ended.close()
    assert ours.recv_bytes() == b"ended"
    run.join()
    assert run.exitcode == 128 + signal.SIGTERM


def test_a_stage_takes_every_step_of_its_end_though_one_fails() -> None:
    stage = Stage()
    ended = []

    def fail() -> None:
        raise RuntimeError("waited in vain for the end of the service")

    def note() -> None:
        ended.append("PostgreSQL")

    stage.service.stop = fail  # type: ignore[method-assign]
    stage.postgres.stop = note  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="in vain"):
        stage.__exit__()
    assert ended == ["PostgreSQL"]
    assert not stage.folder.exists()

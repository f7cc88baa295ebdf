"""Counts of several processes that share a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COUNT = """
from agnes_site import metrics
metrics.PROBLEMS.labels("stale").inc()
metrics.MOVE_SECONDS.labels("stale").observe(0.03)
print(metrics.counted().decode())
"""


def test_what_several_processes_counted_is_added_up_and_outlives_them(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for number in (1, 2, 3):
        said = subprocess.run(
            [sys.executable, "-c", COUNT],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert f'agnes_problems_total{{code="stale"}} {number}.0' in said
        assert f'agnes_move_seconds_bucket{{le="0.05",outcome="stale"}} {number}.0' in said

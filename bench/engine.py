"""The engine beside python-chess, in one process: `start.py bench engine`."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import start
from bench import reads

if TYPE_CHECKING:
    from argparse import Namespace


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/engine.json`."""
    repeats = 3 if options.quick else 20
    peers = start.Venv(start.ROOT / ".venv-bench")
    peers.install(start.ROOT / "bench" / "requirements.txt")
    command = [peers.python, "-m", "bench.peer_chess", str(options.rounds), str(repeats)]
    done = subprocess.run(  # noqa: S603  (a module of ours)
        command, cwd=start.ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    rows = json.loads(done.stdout)
    for row in rows:
        print(
            f"{row['name']:<14}{row['median_us']:>8.0f} µs at the median position"
            f"{row['mean_us']:>8.0f} µs on average{row['moves']:>6.0f} legal moves"
        )
    print(f"ratio {rows[0]['median_us'] / rows[1]['median_us']:.2f}")
    reads.save("engine", {"rows": rows})

"""What the database alone can do, by pgbench: T3 and LC2, on tables shaped like the real ones.

T3   begin, select for update, update, insert, commit
LC2  one load (token, player and game joined) and one compare-and-set: the SQL of one move
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench import BenchError
from bench.cluster import Cluster, programs

NAMES = ("T3", "LC2")
_SCRIPTS = Path(__file__).parent / "pgbench"
_GLANCE = 50
_RATE = re.compile(r"^tps = ([0-9.]+)", re.MULTILINE)


class YardstickError(BenchError):
    """pgbench did not measure."""


@dataclass(frozen=True)
class Yardsticks:
    """pgbench on a cluster whose tables are migrated and hold players and a game.

    At most 64 clients: so many have games.
    """

    cluster: Cluster
    tokens: int

    def build(self) -> None:
        """Make the tables."""
        with self.cluster.connect() as connection:
            for statement in (_SCRIPTS / "tables.sql").read_bytes().split(b";"):
                connection.execute(statement)

    def rate(self, name: str, clients: int, seconds: float) -> float:
        """Transactions a second, measured for so long; for less than a second only a glance.

        Raises YardstickError.
        """
        command = [str(programs() / "pgbench"), "--no-vacuum", "--protocol=prepared", "--jobs=2"]
        command += [f"--file={_SCRIPTS / name}.sql", f"--define=tokens={self.tokens}"]
        is_glance = seconds < 1  # which pgbench cannot be told
        length = f"--transactions={_GLANCE}" if is_glance else f"--time={round(seconds)}"
        command += [f"--client={clients}", length]
        environment = self.cluster.environment
        done = subprocess.run(  # noqa: S603  (PostgreSQL's own program)
            command, env=environment, check=False, capture_output=True, text=True
        )
        return rate_in(done.stdout, done.stderr)


def rate_in(said: str, complained: str) -> float:
    """Read the rate in what pgbench said. YardstickError when there is none, or clients ended."""
    found = _RATE.search(said)
    if not found or "aborted" in complained:
        raise YardstickError(complained + said)
    return float(found[1])

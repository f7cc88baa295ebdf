"""granian's command, with workers that hear of their replacement before they are stopped.

`python -m agnes_site.serve` takes what `granian` takes. After SIGHUP granian starts a worker beside
each of those it has and then stops the old one, which closes its connections, though somebody may
just be sending a request on one.
"""

from __future__ import annotations

import os
from contextlib import suppress
from multiprocessing import active_children
from typing import Any

from granian import cli
from granian.server.mp import MPServer

from agnes_site.leaving import SIGNAL


class TellingServer(MPServer):
    """granian's own, with a hook for SIGHUP."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        self.on_reload(workers_tell)


def workers_tell() -> None:
    """Tell every worker there is that it will be replaced."""
    for worker in active_children():
        with suppress(ProcessLookupError):
            os.kill(worker.pid or 0, SIGNAL)


if __name__ == "__main__":
    cli.Server = TellingServer  # type: ignore[attr-defined]  # its command takes no hooks
    cli.entrypoint()  # type: ignore[no-untyped-call]  # it has no types

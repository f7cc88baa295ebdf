"""What is counted, and the text that Prometheus reads.

Counters and times are each process's own. Where several answer one address they share a folder,
`PROMETHEUS_MULTIPROC_DIR`, and whichever is asked adds up what all of them counted.
"""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the name is prometheus-client's

REQUESTS = Counter("agnes_requests_total", "Answers sent.", ["route", "method", "status"])
SECONDS = Histogram("agnes_request_seconds", "Time to an answer.", ["route"])
MOVE_SECONDS = Histogram(
    "agnes_move_seconds",
    "Time to the answer to a move, by what became of it: accepted, or the code of its problem.",
    ["outcome"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
PROBLEMS = Counter("agnes_problems_total", "Refusals and failures, by code.", ["code"])


def registry() -> CollectorRegistry:
    """What this process counted, or all that share its folder."""
    if not os.environ.get(FOLDER):
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared


def counted() -> bytes:
    """The counts as Prometheus reads them."""
    return generate_latest(registry())

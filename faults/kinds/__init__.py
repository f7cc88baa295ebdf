"""The kinds of fault: each is done to a running stage under load, and undone again."""

from __future__ import annotations

from faults.kinds import processes

KINDS = [*processes.KINDS]

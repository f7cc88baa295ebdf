"""The kinds of fault: each is done to a running stage under load, and undone again."""

from __future__ import annotations

from faults.kinds import clock, database, network, players, processes, redis, standby

# In the order of their stages: neighbours that need the same servers share them.
KINDS = [
    *processes.KINDS,
    *players.KINDS,
    *database.KINDS,
    *network.KINDS,
    *redis.KINDS,
    *standby.KINDS,
    *clock.KINDS,
]

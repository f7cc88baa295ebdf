"""HAProxy in front of web nodes, with `deploy/haproxy.cfg` as it stands."""

from __future__ import annotations

import csv
import os
import shutil
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import start
from bench import BenchError, machine
from bench.server import HOST, Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

CONFIGURATION = start.ROOT / "deploy" / "haproxy.cfg"


class ProxyError(BenchError):
    """There is no HAProxy."""


@dataclass(frozen=True)
class Proxy:
    """A running HAProxy; `control` is the socket where it says what it has done."""

    server: Server
    control: Path

    def answered(self) -> dict[str, int]:
        """How many requests each server behind it has answered with 2xx."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.control))
            connection.sendall(b"show stat\n")
            with connection.makefile() as lines:
                return answered_in(lines.read())


def answered_in(said: str) -> dict[str, int]:
    """Read that in the answer to `show stat`."""
    rows = csv.DictReader(said.removeprefix("# ").splitlines())
    servers = [row for row in rows if row["svname"] not in {"FRONTEND", "BACKEND"}]
    return {row["svname"]: int(row["hrsp_2xx"] or 0) for row in servers}


@contextmanager
def haproxy(folder: Path, nodes: tuple[Server, Server], reader: Server) -> Iterator[Proxy]:
    """Yield HAProxy in front of these, once a node is up. ProxyError, ServerError."""
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise ProxyError("HAProxy is not here. On Debian: apt install haproxy")
    port = machine.free_port()
    control = folder / f"haproxy-{port}"
    env = {
        "AGNES_LISTEN": f"{HOST}:{port}",
        "AGNES_WEB_1": f"{HOST}:{nodes[0].port}",
        "AGNES_WEB_2": f"{HOST}:{nodes[1].port}",
        "AGNES_READER": f"{HOST}:{reader.port}",
        "AGNES_STATS": str(control),
    }
    with serving("haproxy", [program, "-db", "-f", str(CONFIGURATION)], env, port) as server:
        yield Proxy(server, control)

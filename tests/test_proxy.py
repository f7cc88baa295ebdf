"""The reverse proxy of docker-compose.yml: Caddy runs with `deploy/Caddyfile` as it stands.

Behind it is a server that writes down what reached it.
"""

from __future__ import annotations

import http.client
import http.server
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import start
from faults.processes import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST = "127.0.0.1"
WAIT_SECONDS = 60
PAGE = b"<!doctype html><title>Agnes</title>" + b"<p>A page.</p>" * 100


class Arrived(NamedTuple):
    """A request that reached the web."""

    method: str
    path: str
    headers: dict[str, str]


class Web(http.server.ThreadingHTTPServer):
    """Answers everything, and hangs up on `/hang-up` once it has read it."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__((HOST, port), Answer)
        self.arrived: list[Arrived] = []

    def handle_error(self, *_: object) -> None:
        """That a client hangs up is what some tests are about."""

    def asked(self) -> list[str]:
        """The paths asked for, but by the proxy itself."""
        return [request.path for request in self.arrived if request.path != "/readyz"]


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Web

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.arrived.append(Arrived(self.command, self.path, headers))
        length = int(headers.get("content-length", 0))
        if len(self.rfile.read(length)) < length or self.path == "/hang-up":
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    do_POST = do_GET  # noqa: N815 (the name that http.server looks for)

    def log_message(self, *_: object) -> None:
        """The test's output is its own."""


@contextmanager
def web_at(port: int) -> Iterator[Web]:
    with Web(port) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@contextmanager
def caddy(folder: Path, web_port: int) -> Iterator[int]:
    """Yield the port where Caddy listens."""
    port = free_port()
    environment = {
        "AGNES_SITE": f"http://{HOST}:{port}",
        "AGNES_UPSTREAM": f"{HOST}:{web_port}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    program = str(Path(sys.executable).with_name("caddy"))
    configuration = str(start.ROOT / "deploy" / "Caddyfile")
    command = [program, "run", "--adapter", "caddyfile", "--config", configuration]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | environment, stderr=log)
    try:
        while not listens(port):
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def ask(
    port: int, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> http.client.HTTPResponse:
    """Ask the proxy; the answer is read."""
    with closing(http.client.HTTPConnection(HOST, port, timeout=WAIT_SECONDS)) as connection:
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer


@pytest.fixture(scope="module")
def way(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Web]]:
    """The proxy's port and the web behind it."""
    web_port = free_port()
    with web_at(web_port) as web, caddy(tmp_path_factory.mktemp("caddy"), web_port) as port:
        assert ask(port, "/").status == 200
        yield port, web


@pytest.fixture
def proxy(way: tuple[int, Web]) -> int:
    way[1].arrived.clear()
    return way[0]


@pytest.fixture
def web(way: tuple[int, Web]) -> Web:
    return way[1]


def test_nothing_is_believed_that_a_client_says_of_its_way(proxy: int, web: Web) -> None:
    lies = ("X-Forwarded-For", "X_Forwarded_For", "x-forwarded_for", "X-Forwarded-Proto")
    ask(proxy, "/lies", headers=dict.fromkeys((*lies, "X-Request-ID"), "made-up"))
    [request] = [request for request in web.arrived if request.path == "/lies"]
    assert "made-up" not in request.headers.values()
    assert request.headers["x-forwarded-for"] == HOST
    assert request.headers["x-forwarded-proto"] == "http"
    assert len(request.headers["x-request-id"]) == 36


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/%6detrics", "//metrics", "/a/../readyz"])
def test_what_is_not_public_is_not_found(proxy: int, web: Web, path: str) -> None:
    assert ask(proxy, path).status == 404
    assert web.asked() == []


def test_a_body_beyond_every_limit_is_refused(proxy: int) -> None:
    assert ask(proxy, "/large", b"a" * 64_000).status == 200
    assert ask(proxy, "/large", b"a" * 64_001).status == 413


def test_a_body_that_does_not_come_to_its_end_keeps_no_thread(proxy: int, web: Web) -> None:
    with socket.create_connection((HOST, proxy)) as slow:
        head = b"POST /slow HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n"
        slow.sendall(head + b"a" * 59_999)
        for number in range(20):
            assert ask(proxy, f"/{number}", b"whole").status == 200
    assert web.asked() == [f"/{number}" for number in range(20)]


def test_a_body_in_chunks_arrives(proxy: int, web: Web) -> None:
    with closing(http.client.HTTPConnection(HOST, proxy, timeout=WAIT_SECONDS)) as connection:
        connection.request("POST", "/chunks", iter([b"one", b"two"]), encode_chunked=True)
        assert connection.getresponse().status == 200
    assert web.asked() == ["/chunks"]


SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
CHUNKS = b"0\r\n\r\n" + SMUGGLED


@pytest.mark.parametrize(
    ("lengths", "body"),
    [
        pytest.param(
            f"Content-Length: {len(CHUNKS)}\r\nTransfer-Encoding: chunked", CHUNKS, id="both"
        ),
        pytest.param(
            f"Content-Length: 0\r\nContent-Length: {len(SMUGGLED)}", SMUGGLED, id="two lengths"
        ),
        pytest.param(f"Content-Length: +{len(SMUGGLED)}", SMUGGLED, id="a sign"),
        pytest.param("Content-Length: 0x10", SMUGGLED, id="not decimal"),
        pytest.param("Transfer-Encoding: xchunked", CHUNKS, id="an unknown coding"),
        pytest.param("Transfer-Encoding : chunked", CHUNKS, id="a space before the colon"),
        pytest.param(
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", CHUNKS, id="two codings"
        ),
        pytest.param("Transfer-Encoding: chunked", b"0;\n\r\n" + SMUGGLED, id="a bare line feed"),
        pytest.param("X: y\rTransfer-Encoding: chunked", CHUNKS, id="a bare carriage return"),
    ],
)
def test_no_request_is_smuggled_in_another(proxy: int, web: Web, lengths: str, body: bytes) -> None:
    """A request of doubtful length is refused or is one; with its answer the connection ends."""
    head = f"POST /outer HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{lengths}\r\n\r\n"
    with socket.create_connection((HOST, proxy), timeout=WAIT_SECONDS) as connection:
        connection.sendall(head.encode() + body)
        while connection.recv(4096):
            pass
    assert web.asked() in ([], ["/outer"])


def test_pages_come_compressed(proxy: int) -> None:
    answer = ask(proxy, "/page", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


def test_what_has_been_sent_is_never_sent_twice(proxy: int, web: Web) -> None:
    assert ask(proxy, "/hang-up", b"a move").status == 502
    assert web.asked() == ["/hang-up"]


def test_a_request_waits_for_a_web_that_starts_again(tmp_path: Path) -> None:
    web_port = free_port()
    answers: list[int] = []
    with caddy(tmp_path, web_port) as port:
        asking = threading.Thread(target=lambda: answers.append(ask(port, "/early").status))
        asking.start()
        time.sleep(0.5)
        assert answers == []
        with web_at(web_port):
            asking.join(WAIT_SECONDS)
            assert answers == [200]

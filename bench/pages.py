"""What a page weighs on its way to a browser, and again the second time: `start.py bench pages`.

No browser: the HTML is read for what it names, and style sheets and modules for what they name in
turn. Bytes are those of whole answers, headers included, as compressed as the service itself
compresses them. What a script asks for later, such as the API, is not in it.
"""

from __future__ import annotations

import http.client
import re
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin

import start
from bench import BenchError, reads
from bench.cluster import cluster
from bench.server import HOST, granian
from bench.stage import Stage

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator

_ENCODINGS = "gzip, deflate, br, zstd"  # a browser of today
_LINKED = {"stylesheet", "modulepreload", "icon"}
_IN_A_SHEET = re.compile(r"""url\(["']?(?!data:)([^"')]+)""")
_IN_A_MODULE = re.compile(r"""^\s*(?:import|export)\b[^"';]*["'](\.{1,2}/[^"']+)["']""", re.M)
_FOR_EVER = re.compile(r"max-age=(\d{7,})")


class PagesError(BenchError):
    """A page, or what it names, is not there."""


@dataclass(frozen=True)
class Answer:
    """An answer; `size` is what came over the wire, `text` is read without compression."""

    path: str
    size: int
    kind: str
    is_kept: bool
    text: str


@dataclass
class Weight:
    """What a visit took: requests, bytes, and the bytes by type."""

    requests: int = 0
    bytes: int = 0
    by_type: dict[str, int] = field(default_factory=dict)

    def add(self, answer: Answer) -> None:
        self.requests += 1
        self.bytes += answer.size
        self.by_type[answer.kind] = self.by_type.get(answer.kind, 0) + answer.size


class Named(HTMLParser):
    """Collects what a page makes a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attributes if value}
        is_linked = tag == "link" and values.get("rel") in _LINKED
        if is_linked or tag == "use":
            self.found.append(values.get("href", ""))
        if tag in {"script", "img"}:
            self.found.append(values.get("src", ""))


def named_in(answer: Answer) -> Iterator[str]:
    """The addresses that an answer makes a browser fetch, without fragments."""
    if answer.kind == "text/html":
        parser = Named()
        parser.feed(answer.text)
        names = parser.found
    elif answer.kind == "text/css":
        names = _IN_A_SHEET.findall(answer.text)
    elif answer.kind == "text/javascript":
        names = _IN_A_MODULE.findall(answer.text)
    else:
        names = []
    for name in names:
        path = urldefrag(urljoin(answer.path, name))[0]
        if path and path != answer.path:
            yield path


def visits(path: str, fetch: Callable[[str], Answer]) -> tuple[Weight, Weight]:
    """The first visit of a page, and the second, for which what may be kept for ever was kept."""
    first, second = Weight(), Weight()
    waiting, seen = [path], {path}
    while waiting:
        answer = fetch(waiting.pop(0))
        first.add(answer)
        if not answer.is_kept:
            second.add(answer)
        for name in named_in(answer):
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return first, second


def fetched(path: str, port: int, cookie: str) -> Answer:
    """Fetch as a browser does. PagesError unless it is answered with 200."""
    size, head, _ = _asked(path, port, {"Cookie": cookie, "Accept-Encoding": _ENCODINGS})
    plain = _asked(path, port, {"Cookie": cookie})[2]
    kind = (head.get_content_type()).replace("application/javascript", "text/javascript")
    kept = head.get("Cache-Control", "")
    is_text = kind.startswith("text/") or kind.endswith("svg+xml")
    return Answer(path, size, kind, bool(_FOR_EVER.search(kept)), plain.decode() if is_text else "")


def _asked(path: str, port: int, headers: dict[str, str]) -> tuple[int, Any, bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != http.HTTPStatus.OK:
        raise PagesError(f"{path} is answered with {answer.status}")
    head = len(f"HTTP/1.1 {answer.status} {answer.reason}\r\n\r\n")
    head += sum(len(f"{name}: {value}\r\n") for name, value in answer.getheaders())
    return head + len(body), answer.headers, body


def measure(options: Namespace) -> None:
    """Print the table and write it to `bench/results/pages.json`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="agnes-bench-")))
        stage = Stage(stack.enter_context(cluster()).url, folder)
        stage.build()
        start.collect_static_files(start.Venv(start.ROOT / ".venv"), stage.env)
        server = stack.enter_context(granian(stage.env, 1))
        cookie, paths = _paths(stage)
        found = {
            name: visits(path, lambda asked: fetched(asked, server.port, cookie))
            for name, path in paths.items()
        }
    for line in table(found):
        print(line)
    rows = {name: [vars(visit) for visit in both] for name, both in found.items()}
    reads.save("pages", {"pages": rows})


def _paths(stage: Stage) -> tuple[str, dict[str, str]]:
    """The cookie of a player, and the pages: a game under way, one that is over, the first page."""
    from django.conf import settings
    from django.test import Client
    from django.utils import timezone

    from games.models import Game
    from games.tests.playing import play_line

    under_way, over = stage.games(2)
    player = stage.players[0][0]
    Game.objects.filter(pk__in=[under_way.pk, over.pk]).update(player=player)
    row = Game.objects.select_related("deal", "contest", "player").get(pk=over.pk)
    play_line(row, stage.lines[over.line], timezone.now())
    client = Client()
    client.force_login(player)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={key}", {
        "play": f"/games/{under_way.pk}",
        "replay": f"/games/{over.pk}/history",
        "home": "/",
    }


def table(found: dict[str, tuple[Weight, Weight]]) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'':<10}{'visit':>8}{'requests':>10}{'bytes':>10}  by type"
    for name, both in found.items():
        for visit, weight in zip(("first", "second"), both, strict=True):
            types = ", ".join(f"{kind} {size:,}" for kind, size in weight.by_type.items())
            yield f"{name:<10}{visit:>8}{weight.requests:>10}{weight.bytes:>10,}  {types}"

"""One client's connection: a request at a time, every answer written down, errors as no answer."""

from __future__ import annotations

import http.client
import json
import select
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from faults.history import Answer

if TYPE_CHECKING:
    from faults.history import Log, Outcome

# Longer than the service may take for any answer, so that its own time limits are what is seen.
TIMEOUT = 12


class Reply(NamedTuple):
    """What came back; status 0 and no body when nothing whole did."""

    status: int
    body: Any
    start: float
    end: float

    @property
    def outcome(self) -> Outcome:
        if 200 <= self.status < 300:
            return "ok"
        return "fail" if 400 <= self.status < 500 else "unknown"


class Wire:
    """A persistent connection to 127.0.0.1, from an address of its own, with a token or none."""

    def __init__(self, client: str, port: int, source: str, log: Log, token: str = "") -> None:
        self.client, self.log = client, log
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self._http = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=TIMEOUT, source_address=(source, 0)
        )

    def ask(self, method: str, path: str, body: object = None) -> Reply:
        """Ask and note the answer."""
        sent = None if body is None else json.dumps(body).encode()
        answer = Answer(self.client, f"{method} {path}", time.monotonic(), 0, 0)
        found = self._exchange(answer, method, path, sent)
        answer.end = time.monotonic()
        self.log.answers.append(answer)
        return Reply(answer.status, found, answer.start, answer.end)

    def _exchange(self, answer: Answer, method: str, path: str, sent: bytes | None) -> Any:
        if self._is_dropped():
            self._http.close()
        try:
            self._http.request(method, path, sent, self.headers)
            response = self._http.getresponse()
            content = response.read()
            # http.client takes a head that was cut for a whole one.
            if response.length is None and not response.chunked:
                raise http.client.IncompleteRead(content)
        except (OSError, http.client.HTTPException) as error:
            answer.error = f"({type(error).__name__}: {error})"
            self._http.close()
            return None
        answer.status = response.status
        answer.media_type = response.headers.get("Content-Type", "")
        answer.retry_after = response.headers.get("Retry-After", "")
        with suppress(ValueError):
            return json.loads(content)
        return None

    def _is_dropped(self) -> bool:
        """Whether the server has closed it meanwhile; every client looks before it sends."""
        connection = self._http.sock
        return connection is not None and bool(select.select([connection], [], [], 0)[0])

    def close(self) -> None:
        self._http.close()

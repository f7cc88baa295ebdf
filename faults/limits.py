"""The limits on guessing, sign-ups and mails, asked for too much at once on four server processes.

python -m faults.limits

Prints how many of the requests were let through, or mails kept for sending, and the most that may
be. The exit code is 1 when that were too many; sign-ups by the API are counted by each process
(docs/api.md). Needs PostgreSQL's programs, and makes a cluster of its own.
"""

from __future__ import annotations

import http.client
import json
import re
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Barrier
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from faults.load import new_name
from faults.processes import end_when_told
from faults.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

WORKERS = 4
AT_ONCE = 40
JSON = {"Content-Type": "application/json"}
KNOWN = "known@a.example"
_CONFIRM = "UPDATE account_emailaddress SET verified = true WHERE email = %s"
_MAILS = 'SELECT count(*) FROM accounts_mail WHERE kind = %s AND "to" LIKE %s'
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Answered(NamedTuple):
    """What came back, of which the text alone tells whether a page refused."""

    status: int
    text: str

    def is_refused(self) -> bool:
        return self.status == HTTPStatus.TOO_MANY_REQUESTS or "Too many failed" in self.text


class Counted(NamedTuple):
    """A line of the table."""

    what: str
    sent: int
    let_through: int
    most: int
    is_exact: bool = True


def ask(port: int, path: str, body: str, headers: dict[str, str], method: str = "POST") -> Answered:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return Answered(answer.status, answer.read().decode())
    finally:
        connection.close()


def of_page(port: int, path: str, **fields: str) -> Callable[[], Answered]:
    """A form of a page, with its CSRF token."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    page = connection.getresponse()
    [token] = re.findall('name="csrfmiddlewaretoken" value="(\\w+)"', page.read().decode())[:1]
    cookie = (page.headers.get("Set-Cookie") or "").partition(";")[0]
    connection.close()
    body = urlencode({"csrfmiddlewaretoken": token, **fields})
    return lambda: ask(port, path, body, FORM | {"Cookie": cookie})


def of_api(port: int, path: str, **fields: str) -> Callable[[], Answered]:
    """A request of a program."""
    return lambda: ask(port, f"/api/v1/{path}", json.dumps(fields), JSON)


def let_through(send: Callable[[], Answered], number: int) -> int:
    """Send `number` times, AT_ONCE at a time; RuntimeError for a 500."""
    together = Barrier(AT_ONCE)

    def one(_: int) -> Answered:
        together.wait()
        return send()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(one, range(number)))
    if any(answer.status == HTTPStatus.INTERNAL_SERVER_ERROR for answer in answers):
        raise RuntimeError("a 500")
    return sum(not answer.is_refused() for answer in answers)


def signed_up(port: int, email: str) -> Answered:
    """A new player, with this address for mail."""
    password = secrets.token_urlsafe(12)
    return of_api(port, "players", username=new_name(), password=password, email=email)()


def addresses_of_one(port: int) -> Callable[[], Answered]:
    """A player who gives another address each time."""
    token = json.loads(signed_up(port, "").text)["token"]
    headers = JSON | {"Authorization": f"Bearer {token}"}

    def give() -> Answered:
        body = json.dumps({"email": f"{new_name()}@many.example"})
        return ask(port, "/api/v1/me", body, headers, "PATCH")

    return give


def count_mails(stage: Stage) -> list[Counted]:
    """Every limit of mails once. No answer tells of these, so the mails are counted."""
    port, shared = stage.entrance, "shared@a.example"
    signed_up(port, KNOWN)
    stage.postgres.query(_CONFIRM, KNOWN)
    reset = of_page(port, "/accounts/password/reset/", email=KNOWN)
    asked: list[tuple[str, Callable[[], Answered], str, str, int]] = [
        ("mails to reset, one address", reset, "reset", KNOWN, 5),
        ("to confirm, one address", lambda: signed_up(port, shared), "confirm", shared, 3),
        ("to confirm, one player", addresses_of_one(port), "confirm", "%@many.example", 6),
    ]
    rows = []
    for what, send, kind, to, most in asked:
        let_through(send, AT_ONCE)
        [(mails,)] = stage.postgres.query(_MAILS, kind, to)
        rows.append(Counted(what, AT_ONCE, mails, most))
    return rows


def count(port: int) -> list[Counted]:
    """Every limit on requests once, each with names of its own."""
    another, wrong = "another@a.example", {"password": "wrong horse"}
    of_api(port, "players", username="known", password=secrets.token_urlsafe(12))()
    asked: list[tuple[str, Callable[[], Answered], int, int]] = [
        ("sign-in, API", of_api(port, "tokens", username="known", **wrong), 40, 10),
        ("sign-in, API, no such name", of_api(port, "tokens", username="nobody", **wrong), 40, 10),
        ("sign-in, page", of_page(port, "/accounts/login/", login="page", **wrong), 40, 10),
        ("reset", of_page(port, "/accounts/password/reset/", email=another), 40, 5),
        ("sign-up, page", of_page(port, "/accounts/signup/", username="x"), 240, 120),
    ]
    rows = [Counted(what, sent, let_through(send, sent), most) for what, send, sent, most in asked]
    most = 120 * WORKERS
    through = let_through(of_api(port, "players", username="x"), 720)
    return [*rows, Counted("sign-up, API", 720, through, most, is_exact=False)]


def is_kept(rows: list[Counted]) -> bool:
    """Whether no limit that is to be exact let too many through."""
    return all(row.let_through <= row.most for row in rows if row.is_exact)


def main() -> int:
    """Print the table; returns the exit code."""
    end_when_told()
    with Stage() as stage:
        stage.service.stop()
        stage.service.count = WORKERS
        stage.service.start()
        rows = [*count_mails(stage), *count(stage.entrance)]
    print(f"{'':30} sent through most")
    for row in rows:
        print(f"{row.what:30} {row.sent:4} {row.let_through:7} {row.most:4}")
    return int(not is_kept(rows))


if __name__ == "__main__":
    sys.exit(main())

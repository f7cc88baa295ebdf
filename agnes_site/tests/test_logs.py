"""Log lines: their form, the request they belong to, and what is never in them."""

from __future__ import annotations

import json
import logging
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, transaction

from agnes_site import logs, reporting
from games.engine import deck_of, opening
from games.models import Deal, Game

if TYPE_CHECKING:
    from django.test import Client
    from rest_framework.test import APIClient

FORMS = [logs.Line(), logs.Json()]
DECK = str(deck_of(b"1" * 32))


def record(message: str, *words: object, error: BaseException | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("agnes", logging.ERROR, __file__, 1, message, words, info)


def test_an_entry_is_one_line_of_json_however_many_its_message_has() -> None:
    line = logs.Json().format(record("two\nlines of %s", "“text”"))
    assert "\n" not in line
    entry = json.loads(line)
    assert (entry["level"], entry["logger"]) == ("ERROR", "agnes")
    assert entry["message"] == "two\nlines of “text”"
    assert entry["request_id"] == logs.NO_REQUEST
    assert entry["time"].endswith("+00:00")


def test_a_traceback_is_a_member_of_its_entry() -> None:
    try:
        raise ValueError("no such thing")
    except ValueError as error:
        entry = json.loads(logs.Json().format(record("it failed", error=error)))
    assert entry["traceback"].splitlines()[-1] == "ValueError: no such thing"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Authorization: Bearer 0a1b2c3d4e5f", "0a1b2c3d4e5f"),
        ("Cookie: a=b; sessionid=q8w7e6r5t4; csrftoken=z", "q8w7e6r5t4"),
        ("{'username': 'ann', 'password': 'correct-horse'}", "correct-horse"),
        ("cannot reach postgresql://agnes:hunter2@db:5432/agnes", "hunter2"),
        (f"the seed is {bytes(range(32)).hex()}", bytes(range(32)).hex()),
        (f"the deck is {DECK}", DECK),
        (f"cannot be played: {opening(deck_of(b'1' * 32))}", "2HTD6C6HKC4H5H7D9H8C"),
        ("violates\nDETAIL:  Failing row contains (7, ann@example.org).", "ann@example.org"),
    ],
)
def test_no_secret_and_no_card_is_logged(form: logging.Formatter, text: str, secret: str) -> None:
    assert secret not in form.format(record("%s", text))
    assert secret not in form.format(record("it failed", error=ValueError(text)))


def test_what_is_no_secret_is_logged_as_it_is() -> None:
    text = "GET /api/v1/games/7012/moves: stale, ply 41, move r5-t2, AC 2C of 2026-11-30"
    assert logs.without_secrets(text) == text


@pytest.mark.django_db
def test_a_row_that_the_database_refuses_is_not_quoted(casual: Game) -> None:
    deal = Deal.objects.get(pk=casual.deal_id)
    with pytest.raises(IntegrityError) as failure, transaction.atomic():
        Deal.objects.filter(pk=deal.pk).update(verdict="perhaps")
    said = logs.Json().format(record("it failed", error=failure.value))
    assert not any(part in said for part in (deal.deck, str(deal.seed)))


# -- The id of a request


@pytest.mark.parametrize("given", ["0123456789abcdef", "a.b-c_d0", "x" * 64])
def test_the_id_that_a_proxy_gave_is_kept(client: Client, given: str) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "with space in it", "<script>alert", "é" * 9]
)
def test_an_id_that_is_none_is_replaced(client: Client, given: str) -> None:
    answers = [client.get("/healthz", headers={"X-Request-ID": given}) for _ in range(2)]
    first, second = [answer.headers["X-Request-ID"] for answer in answers]
    assert first != second
    assert given not in {first, second}
    assert len(first) == 16


def test_what_is_logged_for_a_request_carries_its_id_and_the_next_one_does_not(
    as_ann: APIClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logs.Json())
    for name in ("agnes_site.errors", "django.request"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [handler])
    monkeypatch.setattr("accounts.views.sign_in", lambda **words: 1 / 0)
    answer = as_ann.post(
        "/api/v1/tokens",
        {"username": "ann", "password": "wrong"},
        headers={"X-Request-ID": "from-the-proxy"},
    )
    assert answer.status_code == 500
    entries = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line[0] == "{"]
    assert {entry["logger"] for entry in entries} == {"agnes_site.errors", "django.request"}
    assert {entry["request_id"] for entry in entries} == {"from-the-proxy"}
    assert "ZeroDivisionError" in entries[0]["traceback"]
    assert logs.request_id.get() == logs.NO_REQUEST


# -- Reports


def test_a_report_has_no_header_no_cookie_no_query_and_no_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, Any] = {}
    fake = SimpleNamespace(init=lambda **options: asked.update(options))
    monkeypatch.setitem(sys.modules, "sentry_sdk", fake)
    reporting.reporting_start("https://key@sentry.example/1")
    assert asked["include_local_variables"] is False
    assert (asked["send_default_pii"], asked["max_request_body_size"]) == (False, "never")
    request: dict[str, Any] = {
        "method": "GET",
        "url": "https://agnes.example/",
        "cookies": "sessionid=0",
    }
    request |= {"query_string": "q=secret", "headers": {"Authorization": "Bearer 0"}}
    event: dict[str, Any] = {
        "request": request,
        "exception": {"values": [{"value": f"deck {DECK}"}]},
    }
    sent = asked["before_send"](event, {})
    assert sent["request"] == {"method": "GET", "url": "https://agnes.example/"}
    assert sent["exception"]["values"] == [{"value": "deck [cards]"}]
    assert sent["tags"] == {"request_id": logs.NO_REQUEST}

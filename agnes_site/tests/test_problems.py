"""Every error of the API is a problem document, and never a 500."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.test import Client

from accounts.tests.asserting import problem_of
from agnes_site import errors
from agnes_site.errors import PROBLEMS
from agnes_site.tests.contract import ContractClient
from agnes_site.tests.outage import database_down
from games.models import Game

if TYPE_CHECKING:
    from pytest_django import Settings
    from rest_framework.test import APIClient

    from accounts.models import User

ROOT = Path(__file__).resolve().parents[2]
GAMES = "/api/v1/games"
JSON = "application/json"


# -- What nobody can read


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/",
        "/api/v1/",
        "/api/v1/nothing",
        "/api/v2/games",
        "/api/v1/games/x",
        "/api/%00",
    ],
)
def test_an_address_that_does_not_exist_is_not_found(api: APIClient, path: str) -> None:
    problem_of(api.get(path), 404, "not_found")
    api.handler.enforce_csrf_checks = True
    for method in ("POST", "PUT", "PATCH", "DELETE", "BREW"):
        problem_of(api.generic(method, path), 404, "not_found")


def test_the_debug_page_is_not_for_the_api(api: APIClient, settings: Settings) -> None:
    settings.DEBUG = True
    problem_of(api.get("/api/v1/nothing"), 404, "not_found")


def test_a_host_that_is_not_ours_is_refused(api: APIClient) -> None:
    problem_of(api.get(GAMES, headers={"Host": "elsewhere.example"}), 400, "bad_request")


@pytest.mark.parametrize("host", ["elsewhere.example", "", "[::1", "localhost, x", "a" * 99])
@pytest.mark.parametrize("path", ["/", "/daily", "/nothing", "/accounts/login/", "/admin/"])
def test_a_page_at_a_host_that_is_not_ours_is_refused_as_a_page(
    client: Client, path: str, host: str
) -> None:
    answer = client.get(path, headers={"Host": host})
    assert (answer.status_code, answer.headers["Content-Type"][:9]) == (400, "text/html")


def test_a_lost_race_for_a_row_may_be_run_again(ann: User, as_ann: APIClient) -> None:
    with database_down(IntegrityError):
        answer = as_ann.post(GAMES, {})
    problem_of(answer, 503, "unavailable")
    assert answer["Retry-After"] == "2"


@pytest.mark.parametrize(
    "body",
    [
        "",
        " ",
        "{",
        "{'ply': 0}",
        '{"ply": 0} {}',
        '{"ply": NaN}',
        '{"ply": -Infinity}',
        '{"deck": "\\u0000"}',
        '{"\\u0000": 1}',
        '{"deck": "\\ud800"}',
        '{"deck": "\\udfff\\ud800"}',
        '{"\\ud800": 1}',
        '{"deal": 1, "deal": 2}',
        '{"deck": [{"a": 1, "a": 1}]}',
        '{"deal": ' + "9" * 5000 + "}",
        "[" * 100_000,
        "[" * 5000 + "]" * 5000,
        '{"a":' * 2000 + "1" + "}" * 2000,
        "[[[[[[[[[1]]]]]]]]]",
        b"\xff\xfe{\x00}\x00",
        b'{"deck": "\xed\xa0\x80"}',
        b'{"deck": "\xff"}',
        b"\xef\xbb\xbf{}",
        b"\x00",
    ],
)
def test_what_is_no_json_of_ours_is_refused(as_ann: APIClient, body: str | bytes) -> None:
    answer = as_ann.post(GAMES, body, content_type=JSON)
    if len(body) > 16 * 1024:
        problem_of(answer, 413, "too_large")
    elif body == "":
        assert answer.status_code == 201
    else:
        problem_of(answer, 400, "bad_json")


def test_eight_levels_are_deep_enough(as_ann: APIClient) -> None:
    answer = as_ann.post(GAMES, '{"else":[[[[[[[1]]]]]]]}', content_type=JSON)
    assert answer.status_code == 201


@pytest.mark.parametrize(("size", "status"), [(16 * 1024, 201), (16 * 1024 + 1, 413), (10**6, 413)])
def test_a_body_has_at_most_16_kib(as_ann: APIClient, size: int, status: int) -> None:
    body = '{"else": "' + "x" * (size - 12) + '"}'
    assert len(body) == size
    assert as_ann.post(GAMES, body, content_type=JSON).status_code == status


@pytest.mark.parametrize(
    "media",
    [
        *["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
        *["application/problem+json", "", ";", "json", "\u00e4", "application/json2"],
    ],
)
def test_only_json_is_read(as_ann: APIClient, media: str) -> None:
    answer = as_ann.generic("POST", GAMES, '{"deal": 1}', content_type=media)
    problem_of(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("media", [JSON, "Application/JSON; charset=utf-8", "application/json;"])
def test_json_is_read_by_any_spelling_of_its_name(as_ann: APIClient, media: str) -> None:
    assert as_ann.generic("POST", GAMES, "{}", content_type=media).status_code == 201


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*", "", "\u00e4"])
def test_the_answer_is_json_whatever_is_accepted(as_ann: APIClient, accept: str) -> None:
    problem_of(as_ann.get(f"{GAMES}/0", headers={"accept": accept}), 404, "not_found")
    assert as_ann.get(GAMES, headers={"accept": accept}).headers["Content-Type"] == JSON


@pytest.mark.parametrize("language", ["xx", "*", "\u00e4", "," * 1000, "en;q=x", "a" * 5000])
def test_a_language_that_nobody_speaks_is_english(api: APIClient, language: str) -> None:
    answer = api.get("/api/v1/nothing", headers={"accept-language": language})
    assert problem_of(answer, 404, "not_found")["title"] == "Not found"
    assert answer.headers["Content-Language"] == "en"
    assert "Accept-Language" in answer.headers["Vary"]


def test_a_host_that_is_not_ours_is_refused_in_json(api: APIClient) -> None:
    answer = api.get(GAMES, headers={"host": "evil.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")


# -- Sessions


@pytest.fixture
def session(ann: User) -> APIClient:
    """Ann's browser; CSRF is checked as it is in life."""
    client = ContractClient(enforce_csrf_checks=True)
    client.force_login(ann)
    return client


def csrf_token(session: APIClient) -> str:
    session.get("/accounts/password/change/")
    return str(session.cookies["csrftoken"].value)


@pytest.mark.parametrize("token", [None, "", "x", "a" * 64, "\u00e4"])
def test_a_session_needs_the_csrf_token(session: APIClient, token: str | None) -> None:
    csrf_token(session)
    headers = {} if token is None else {"x-csrftoken": token}
    problem_of(session.post(GAMES, {}, headers=headers), 403, "csrf_failed")
    assert not Game.objects.exists()


def test_a_session_with_the_csrf_token_may_write(session: APIClient) -> None:
    headers = {"x-csrftoken": csrf_token(session)}
    assert session.post(GAMES, {}, headers=headers).status_code == 201


def test_a_session_from_another_origin_may_not_write(session: APIClient) -> None:
    headers = {"x-csrftoken": csrf_token(session), "origin": "https://evil.example"}
    problem_of(session.post(GAMES, {}, headers=headers), 403, "csrf_failed")


def test_a_token_needs_no_csrf_token(as_ann: APIClient) -> None:
    as_ann.handler.enforce_csrf_checks = True
    assert as_ann.post(GAMES, {}).status_code == 201


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("multipart/form-data", "x"),
        ("multipart/form-data; boundary=x", "--x\r\nnonsense"),
        ("application/x-www-form-urlencoded", "&".join(["a=1"] * 1001)),
        ("application/x-www-form-urlencoded", "a=" + "1" * 70_000),
    ],
)
def test_a_session_sends_no_forms(session: APIClient, media: str, body: str) -> None:
    headers = {"x-csrftoken": csrf_token(session)}
    answer = session.generic("POST", GAMES, body, content_type=media, headers=headers)
    problem_of(answer, 415, "unsupported_media_type")
    assert not Game.objects.exists()


def test_a_page_posted_without_csrf_token_is_refused_as_a_page(ann: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ann)
    answer = browser.post("/games/new")
    assert answer.status_code == 403
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "csrf_failed" in answer.content.decode()


# -- Out of order


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("path", ["daily", "daily/today", "players/ann", "leaderboards/all"])
def test_with_the_database_down_the_api_says_when_to_come_back(
    api: APIClient, as_ann: APIClient, session: APIClient, path: str, error: type[Exception]
) -> None:
    for client in (api, as_ann, session):
        with database_down(error):
            answer = client.get(f"/api/v1/{path}")
        problem_of(answer, 503, "unavailable")
        assert answer.headers["Retry-After"] == "2"


def test_with_the_database_down_no_move_is_taken(as_ann: APIClient, casual: Game) -> None:
    url, move = f"{GAMES}/{casual.pk}/moves", {"ply": 0, "move": "deal"}
    with database_down():
        problem_of(as_ann.post(url, move), 503, "unavailable")
    assert as_ann.post(url, move).status_code == 200


@pytest.mark.parametrize("path", ["/", "/daily", "/games", "/leaderboards/all", "/players/ann"])
def test_with_the_database_down_a_page_says_so_too(ann: User, path: str) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(ann)
    with database_down():
        answer = browser.get(path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.headers["Content-Type"].startswith("text/html")


def test_a_mistake_of_ours_tells_nothing_of_itself(
    ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the seed is 0123")

    monkeypatch.setattr("games.views.players.player_named", broken)
    client = ContractClient(raise_request_exception=False)
    problem = problem_of(client.get("/api/v1/players/ann"), 500, "internal_error")
    assert "0123" not in str(problem)
    assert "the seed is 0123" in caplog.text


def test_no_address_writes_a_line_of_its_own_into_the_log(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.views.players.player_named", lambda name: 1 // 0)
    Client(raise_request_exception=False).get("/api/v1/players/ann%0A2026-11-30%20ERROR%20false")
    messages = [record.getMessage() for record in caplog.records]
    assert any("/api/v1/players/ann%0A2026" in message for message in messages)
    assert not any("\n" in message for message in messages)


# -- The table


def raised_codes() -> set[str]:
    sources = [
        path.read_text()
        for room in ("accounts", "agnes_site", "games")
        for path in (ROOT / room).rglob("*.py")
        if "tests" not in path.parts
    ]
    return {code for text in sources for code in re.findall(r'Refused\(\s*"(\w+)"', text)}


def test_every_code_that_is_raised_stands_in_the_table() -> None:
    assert len(raised_codes()) > 10
    assert raised_codes() <= PROBLEMS.keys()


def test_every_row_of_the_table_is_used() -> None:
    engine = {"illegal_move", "nothing_to_undo", "undo_crosses_deal", "game_over", "csrf_failed"}
    mapped = {code for _, code in errors._CODES}
    assert raised_codes() | mapped | engine | {"internal_error"} == PROBLEMS.keys()


def test_the_table_is_a_page(client: Client, db: None) -> None:
    page = client.get("/problems").content.decode()
    for code, problem in PROBLEMS.items():
        assert f'<tr id="{code}">' in page
        assert f'<td class="number">{problem.status}</td>' in page

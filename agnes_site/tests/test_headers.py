"""What every answer tells browsers and caches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from django.test import Client

from accounts.tests.asserting import problem_of
from agnes_site.tests.routes import every_route

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pytest_django import Settings
    from rest_framework.test import APIClient

    from games.models import Game

API = [
    *["daily", "daily/today", "leaderboards/all", "games", "me", "me/export", "tokens", "schema"],
    *["docs", "nothing", "games/0", "players/ann"],
]
PAGES = ["/", "/daily", "/daily/today", "/leaderboards/all", "/rules", "/problems", "/nothing"]


def policy(answer: Any) -> dict[str, str]:
    """The content security policy by directive."""
    directives = answer.headers["Content-Security-Policy"].split(";")
    parts = [directive.strip().partition(" ") for directive in directives]
    return {name: sources for name, _, sources in parts}


def assert_guarded(answer: Any) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    permissions = answer.headers["Permissions-Policy"]
    assert {"camera=()", "geolocation=()", "microphone=()"} <= set(permissions.split(", "))
    assert policy(answer)["default-src"] == "'none'"
    assert policy(answer)["object-src"] == policy(answer)["base-uri"] == "'none'"
    assert policy(answer)["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", API)
def test_no_answer_of_the_api_is_kept_by_a_cache(as_ann: APIClient, path: str) -> None:
    answer = as_ann.get(f"/api/v1/{path}")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert_guarded(answer)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.django_db
def test_pages_load_nothing_but_our_own_files(client: Client, path: str) -> None:
    answer = client.get(path)
    assert_guarded(answer)
    for directive in ("script-src", "style-src", "connect-src", "font-src", "form-action"):
        assert policy(answer)[directive] == "'self'"


def test_an_answer_to_a_move_is_guarded_like_any_other(as_ann: APIClient, casual: Game) -> None:
    for move in ("deal", "t1-f", "nonsense"):
        answer = as_ann.post(f"/api/v1/games/{casual.pk}/moves", {"ply": 0, "move": move})
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert_guarded(answer)


def test_the_policy_reads_the_same_from_every_process(client: Client) -> None:
    directives = list(policy(client.get("/healthz")))
    assert len(directives) > 10
    assert directives == sorted(directives)


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/admin/login/"])
@pytest.mark.django_db
def test_the_services_own_addresses_are_guarded_too(client: Client, path: str) -> None:
    assert_guarded(client.get(path))


def test_a_file_is_guarded_too(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "picture.svg").write_text("<svg/>")
    settings.STATIC_ROOT = tmp_path
    answer = Client().get("/static/picture.svg")
    assert (answer.status_code, b"".join(cast("Iterable[bytes]", answer))) == (200, b"<svg/>")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert policy(answer)["default-src"] == policy(answer)["frame-ancestors"] == "'none'"


def test_who_is_sent_to_https_is_guarded_on_the_way(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/daily")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/daily")
    assert policy(answer)["frame-ancestors"] == "'none'"


def test_a_program_is_not_sent_to_https_but_refused(as_ann: APIClient, settings: Settings) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    for method in (as_ann.get, as_ann.post):
        answer = method("/api/v1/games")
        problem_of(answer, 403, "https_only")
        assert policy(answer)["frame-ancestors"] == "'none'"
    assert as_ann.get("/api/v1/games", secure=True).status_code == 200
    assert as_ann.get("/api/v1/docs").status_code == 301


def test_trace_sends_nothing_back(client: Client, db: None) -> None:
    addresses = [route.address() for route in every_route()]
    assert len(addresses) > 60
    for address in addresses:
        answer = client.trace(address, headers={"X-Secret": "sesame"})
        assert answer.status_code != 500, address
        assert b"sesame" not in answer.content, address


@pytest.mark.parametrize("folder", ["/static/", "/static/games", "/static/games/", "/static/../"])
def test_no_folder_is_listed(db: None, tmp_path: Path, settings: Settings, folder: str) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "page.css").write_text("p {}")
    settings.STATIC_ROOT = tmp_path
    answer = Client().get("/static/games/page.css")
    assert b"".join(cast("Iterable[bytes]", answer)) == b"p {}"
    assert Client().get(folder).status_code == 404


def test_whoever_is_not_signed_in_is_told_how_to(api: APIClient, ann: object) -> None:
    assert api.get("/api/v1/me").headers["WWW-Authenticate"] == "Bearer"
    api.credentials(HTTP_AUTHORIZATION="Bearer 0123")
    assert api.get("/api/v1/me").headers["WWW-Authenticate"] == "Bearer"
    wrong = {"username": "ann", "password": "wrong"}
    assert api.post("/api/v1/tokens", wrong).headers["WWW-Authenticate"] == "Bearer"


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(client: Client, ann: object) -> None:
    form = {"login": "ann", "password": "correct horse battery"}
    answer = client.post("/accounts/login/", form)
    cookie = answer.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_answers_to_a_head_have_the_headers_and_no_body(as_ann: APIClient, casual: Game) -> None:
    answer = as_ann.head(f"/api/v1/games/{casual.pk}")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["Cache-Control"] == "private, no-store"

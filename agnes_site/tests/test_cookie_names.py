"""Behind TLS no other host can set our cookies: their names say so to the browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

# Every cookie that the service writes, as it goes out.
ASK = """
import json
import django
django.setup()
from django.conf import settings
from django.contrib.messages import ERROR
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.test import RequestFactory
from django.utils.module_loading import import_string
from accounts.languages import language_keep
from accounts.look_cookie import look_keep

def session_saved(request, answer):
    from django.contrib.sessions.middleware import SessionMiddleware
    from django.contrib.sessions.backends.signed_cookies import SessionStore
    request.session = SessionStore()
    request.session["played"] = True
    SessionMiddleware(lambda _: answer).process_response(request, answer)

request, answer = RequestFactory().get("/"), HttpResponse()
session_saved(request, answer)
get_token(request)
CsrfViewMiddleware(lambda _: answer).process_response(request, answer)
language_keep(answer, "fr")
look_keep(answer, {"theme": "dark"})
notices = import_string(settings.MESSAGE_STORAGE)(request)
notices.add(ERROR, "No.")
notices.update(answer)
fields = ("secure", "httponly", "samesite", "path", "domain")
cookies = {name: [each[field] for field in fields] for name, each in answer.cookies.items()}
print(json.dumps([cookies, settings.SECURE_HSTS_SECONDS]))
"""
# Read by a module of the page, which writes it as well.
OPEN_TO_SCRIPTS = {"csrftoken", "look"}


@pytest.mark.parametrize(("https", "prefix"), [("true", "__Host-"), ("false", "")])
def test_cookies_belong_to_this_host_alone_behind_tls(https: str, prefix: str) -> None:
    told = {"DJANGO_SETTINGS_MODULE": "agnes_site.settings", "SECRET_KEY": "x"}
    out = subprocess.check_output(  # noqa: S603  (what runs is written above)
        [sys.executable, "-c", ASK],
        cwd=settings.BASE_DIR,
        env=os.environ | told | {"AGNES_HTTPS": https},
    )
    cookies, hsts = json.loads(out)
    assert set(cookies) == {
        f"{prefix}{name}" for name in ("sessionid", "csrftoken", "language", "look", "messages")
    }
    for name, (secure, httponly, samesite, path, domain) in cookies.items():
        assert bool(secure) == (https == "true"), name
        assert bool(httponly) == (name.removeprefix(prefix) not in OPEN_TO_SCRIPTS), name
        assert (samesite, path, domain) == ("Lax", "/", ""), name
    assert (hsts >= 31_536_000) == (https == "true")

"""Behind TLS no other host can set our cookies: their names say so to the browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from django.conf import settings

ASK = (
    "import json; from django.conf import settings as s;"
    "print(json.dumps([[s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME],"
    " [s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE],"
    " [s.SESSION_COOKIE_DOMAIN, s.CSRF_COOKIE_DOMAIN], s.SECURE_HSTS_SECONDS]))"
)


def test_cookies_belong_to_this_host_alone_behind_tls() -> None:
    told = {"DJANGO_SETTINGS_MODULE": "agnes_site.settings", "SECRET_KEY": "x"}
    out = subprocess.check_output(  # noqa: S603  (what runs is written above)
        [sys.executable, "-c", ASK],
        cwd=settings.BASE_DIR,
        env=os.environ | told | {"AGNES_HTTPS": "true"},
    )
    names, secure, domains, hsts = json.loads(out)
    assert names == ["__Host-sessionid", "__Host-csrftoken", "__Host-language"]
    assert secure == [True, True, True]
    assert domains == [None, None]
    assert hsts >= 31_536_000

"""The mail server is read from one address in the environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

ASK = (
    "import json; from django.conf import settings as s;"
    "print(json.dumps([s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_HOST, s.EMAIL_PORT,"
    " s.EMAIL_HOST_USER, s.EMAIL_HOST_PASSWORD, s.EMAIL_USE_TLS, s.EMAIL_USE_SSL]))"
)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("", ["console", "", None, None, None, False, False]),
        (
            "submission://a%40mail.example:p%2Fw@mail.example:587",
            ["smtp", "mail.example", 587, "a@mail.example", "p/w", True, False],
        ),
        (
            "smtp://a:b@mail.example:465/?ssl=True",
            ["smtp", "mail.example", 465, "a", "b", False, True],
        ),
    ],
)
def test_an_address_becomes_the_settings_of_django(address: str, expected: list[Any]) -> None:
    told = {"DJANGO_SETTINGS_MODULE": "agnes_site.settings", "SECRET_KEY": "x"}
    if address:
        told["EMAIL_URL"] = address
    rest = {key: value for key, value in os.environ.items() if key != "EMAIL_URL"}
    out = subprocess.check_output(  # noqa: S603  (what runs is written above)
        [sys.executable, "-c", ASK], cwd=settings.BASE_DIR, env=rest | told
    )
    assert json.loads(out) == expected

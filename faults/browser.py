"""A browser as far as a session needs one: it keeps cookies and fills in forms."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from faults.load import new_name

if TYPE_CHECKING:
    from faults.wire import Wire

SECONDS = 30
_FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Browser:
    """One browser, at the service's port of 127.0.0.1. Its methods raise OSError for an error."""

    def __init__(self, port: int) -> None:
        self.home, self.jar = f"http://127.0.0.1:{port}", CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def sign_up(self, password: str) -> None:
        """Become a new player, signed in."""
        self._send("/accounts/signup/", username=new_name(), password1=password, password2=password)

    def sign_out(self) -> None:
        self._send("/accounts/logout/")

    def lend_session(self, wire: Wire) -> Wire:
        """Let the wire ask as scripts of this browser's pages do."""
        cookies = {cookie.name: str(cookie.value) for cookie in self.jar}
        wire.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        wire.headers["X-CSRFToken"] = cookies["csrftoken"]
        return wire

    def _send(self, path: str, **fields: str) -> None:
        with self.opener.open(self.home + path, timeout=SECONDS) as page:
            [token] = _FORM_TOKEN.findall(page.read().decode())[:1]
        form = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        self.opener.open(self.home + path, form, timeout=SECONDS).close()

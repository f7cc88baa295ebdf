"""Short ways to read a page."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

_TAG = re.compile(r"<[^>]*>")
_SPACES = re.compile(r"\s+")


def html(client: Client, address: str) -> str:
    """The page at an address, which has to be there."""
    response = client.get(address)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return response.content.decode()


def words(page: str) -> str:
    """What a page says, its marks left out."""
    return _SPACES.sub(" ", unescape(_TAG.sub(" ", page)))


def rows(page: str) -> list[str]:
    """The words of each row of the tables of a page, heads left out."""
    body = "".join(re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL))
    return [words(row).strip() for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)]


def link(page: str, text: str) -> str:
    """Where the link with a text leads."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>{re.escape(text)}</a>', page)
    assert found, f"no link “{text}”"
    return unescape(found[1])

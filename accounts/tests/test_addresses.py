"""Which address an attempt is counted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import RequestFactory

from accounts.addresses import client_address

if TYPE_CHECKING:
    from pytest_django import Settings


@pytest.mark.parametrize(
    ("proxies", "hops", "expected"),
    [
        (0, None, "10.0.0.9"),
        (0, "192.0.2.1", "10.0.0.9"),
        (1, None, "10.0.0.9"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "198.51.100.7, 192.0.2.1", "192.0.2.1"),
        (2, "203.0.113.5, 198.51.100.7, 192.0.2.1", "198.51.100.7"),
        (3, "198.51.100.7,192.0.2.1", "198.51.100.7"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        (1, "not an address \xff", "not an address \xff"),
    ],
)
def test_only_our_own_proxies_are_believed(
    settings: Settings, proxies: int, hops: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if hops is None else {"X-Forwarded-For": hops}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.9")
    assert client_address(request) == expected


def test_a_socket_has_no_address_and_that_is_fine() -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) == ""

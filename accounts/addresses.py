"""Where a request comes from, for counting attempts."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from django.http import HttpRequest

IPV6_PREFIX = 64


def client_address(request: HttpRequest) -> str:
    """The client's address as far as it can be believed.

    Each of our `TRUSTED_PROXIES` adds one entry at the right of X-Forwarded-For; what stands
    further left was written by the client. With none of ours in front the header is ignored.
    """
    peer: str = request.META.get("REMOTE_ADDR", "")
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if not settings.TRUSTED_PROXIES or not hops:
        return _network(peer)
    entries = hops.split(",")
    return _network(entries[-min(settings.TRUSTED_PROXIES, len(entries))].strip())


def _network(address: str) -> str:
    """One subscriber has a whole IPv6 /64, so that counts as one address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False).network_address)
    return str(parsed)

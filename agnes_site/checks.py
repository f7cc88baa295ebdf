"""Named messages for settings that are wrong or missing where others can reach the service.

They are part of every `manage.py check`, and so of `migrate` and of every start. A warning is
shown; an error stops.
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from environs import Env

from accounts.breaches import is_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.backends.base.base import BaseDatabaseWrapper

THROWAWAY_KEY = Warning(
    "SECRET_KEY is not set: each process made up its own.",
    hint="Set SECRET_KEY, the same for all processes; sessions then outlive them. "
    "`python3 start.py` makes one and keeps it.",
    id="agnes.W001",
)
PLAIN_HTTP = Warning(
    "Others can reach the service, and AGNES_HTTPS is off: passwords and sessions go in the clear.",
    hint="Put a reverse proxy with TLS in front and set AGNES_HTTPS=true.",
    id="agnes.W002",
)
NO_PUBLIC_NAME = Warning(
    "HOST listens to others, and ALLOWED_HOSTS names only this machine: they are all answered 400.",
    hint="Set ALLOWED_HOSTS to the names under which the service is reached.",
    id="agnes.W003",
)
DEBUG_IN_PUBLIC = Error(
    "DEBUG is on where others can reach the service: tracebacks show hidden cards and settings.",
    hint="Set DEBUG=false.",
    id="agnes.E001",
)
NO_BREACHES = Error(
    "AGNES_BREACHED_PASSWORDS names no file of SHA-1 hashes that can be read.",
    hint="Its first line is 40 hex digits, and perhaps a colon and a count.",
    id="agnes.E003",
)
LOCAL_NAMES = {"localhost", ".localhost"}
# With one of these off, a crash can lose moves that were answered 200.
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@register(Tags.security)
def public_settings(**kwargs: Any) -> list[CheckMessage]:
    """What a service that others can reach needs (`agnes.W001` to `W003`, `agnes.E001`)."""
    is_heard = not _is_local(settings.HOST)
    is_named = not all(_is_local(name) for name in settings.ALLOWED_HOSTS)
    is_public = is_heard or is_named
    has_workers = Env().int("AGNES_WORKERS", default=1) > 1
    wrong: list[tuple[CheckMessage, bool]] = [
        (THROWAWAY_KEY, settings.SECRET_KEY_IS_THROWAWAY and (is_public or has_workers)),
        (PLAIN_HTTP, is_public and not settings.HTTPS),
        (NO_PUBLIC_NAME, is_heard and not is_named),
        (DEBUG_IN_PUBLIC, is_public and settings.DEBUG),
    ]
    return [message for message, is_wrong in wrong if is_wrong]


@register(Tags.security)
def breached_passwords(**kwargs: Any) -> list[CheckMessage]:
    """A list of stolen passwords that is asked for must be there (`agnes.E003`)."""
    file = settings.BREACHED_PASSWORDS
    try:
        return [] if not file or is_list(Path(file)) else [NO_BREACHES]
    except OSError:
        return [NO_BREACHES]


def _is_local(host: str) -> bool:
    if host.lower() in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@register(Tags.database)
def durable_databases(*, databases: Sequence[str] | None, **kwargs: Any) -> list[CheckMessage]:
    """Nothing that was acknowledged may be lost: PostgreSQL must not be told to cut corners."""
    return [
        Error(
            f"PostgreSQL runs with {name} off (database {alias!r}): a crash loses moves that "
            "players were told are stored.",
            hint=f"Set {name} = on, in postgresql.conf or for the role.",
            id="agnes.E002",
        )
        for alias in databases or ()
        for name in _switched_off(connections[alias])
    ]


def _switched_off(connection: BaseDatabaseWrapper) -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_settings WHERE name = ANY(%s) AND setting = 'off' ORDER BY name",
            [list(DURABLE)],
        )
        return [name for (name,) in cursor.fetchall()]

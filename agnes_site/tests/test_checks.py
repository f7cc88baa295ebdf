"""A wrong setting is a named message, not a surprise."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from agnes_site import checks
from agnes_site.checks import durable_databases, public_settings

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django import Settings

ANYWHERE = "0.0.0.0"  # noqa: S104  (nothing is bound to it here)
PUBLIC = {"ALLOWED_HOSTS": ["agnes.example"], "HTTPS": True, "HOST": "192.0.2.7"}


def given(settings: Settings, **changes: Any) -> list[str | None]:
    """The ids of what is found under these settings, over those of a machine of one's own."""
    own = {"DEBUG": False, "HTTPS": False, "SECRET_KEY_IS_THROWAWAY": False, "HOST": "127.0.0.1"}
    local = {"ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"]}
    for name, value in {**own, **local, **changes}.items():
        setattr(settings, name, value)
    return [message.id for message in public_settings()]


@pytest.fixture(autouse=True)
def _one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AGNES_WORKERS", raising=False)


def test_a_machine_of_ones_own_may_do_as_it_likes(settings: Settings) -> None:
    assert given(settings) == []
    assert given(settings, DEBUG=True, SECRET_KEY_IS_THROWAWAY=True) == []


def test_a_public_service_that_is_set_up_has_no_finding(settings: Settings) -> None:
    assert given(settings, **PUBLIC) == []


def test_a_public_service_needs_a_secret_key(settings: Settings) -> None:
    assert given(settings, **PUBLIC, SECRET_KEY_IS_THROWAWAY=True) == ["agnes.W001"]


def test_several_workers_need_one_secret_key(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGNES_WORKERS", "2")
    assert given(settings) == []
    assert given(settings, SECRET_KEY_IS_THROWAWAY=True) == ["agnes.W001"]


@pytest.mark.parametrize("where", [{"HOST": "192.0.2.7"}, {"HOST": "127.0.0.1"}, {"HOST": "::1"}])
def test_a_public_name_needs_https_wherever_the_server_listens(
    settings: Settings, where: dict[str, str]
) -> None:
    assert given(settings, **{**PUBLIC, **where, "HTTPS": False}) == ["agnes.W002"]


@pytest.mark.parametrize("host", ["::", "192.0.2.7", "agnes.example", ANYWHERE])
def test_who_listens_to_others_needs_a_name_they_use(settings: Settings, host: str) -> None:
    assert given(settings, HOST=host, HTTPS=True) == ["agnes.W003"]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "::1"])
def test_loopback_is_not_public(settings: Settings, host: str) -> None:
    assert given(settings, HOST=host, DEBUG=True) == []


def test_debug_is_an_error_in_public(settings: Settings) -> None:
    assert given(settings, **PUBLIC, DEBUG=True) == ["agnes.E001"]


def test_an_error_stops_the_command(settings: Settings) -> None:
    given(settings, **PUBLIC, DEBUG=True)
    with pytest.raises(SystemCheckError, match=r"agnes\.E001"):
        call_command("check")


def test_an_origin_without_a_scheme_is_an_error(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["agnes.example"]
    assert "4_0.E001" in [message.id for message in run_checks()]


# -- The database


class Cursor:
    """Answers every statement with the same rows."""

    def __init__(self, *rows: str) -> None:
        self.rows = rows

    def execute(self, statement: str, parameters: list[Any]) -> None:
        assert parameters == [["fsync", "full_page_writes", "synchronous_commit"]]

    def fetchall(self) -> list[tuple[str]]:
        return [(row,) for row in self.rows]


@pytest.mark.parametrize("name", checks.DURABLE)
def test_postgresql_that_cuts_corners_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = SimpleNamespace(vendor="postgresql", cursor=lambda: nullcontext(Cursor(name)))
    monkeypatch.setattr(checks, "connections", {"default": told})
    [message] = durable_databases(databases=["default"])
    assert (message.id, message.is_serious()) == ("agnes.E002", True)
    assert name in message.msg


@pytest.mark.django_db
def test_the_running_database_is_asked_itself() -> None:
    assert durable_databases(databases=["default"]) == []
    expected = []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
        expected = ["agnes.E002"]
    found = [message.id for message in run_checks(tags=["database"], databases=["default"])]
    assert found == expected


def test_without_a_database_named_none_is_asked() -> None:
    assert durable_databases(databases=None) == []


# -- The environment


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "abc"),
        ("DEBUG", "perhaps"),
        ("AGNES_HTTPS", "maybe"),
        ("AGNES_TRUSTED_PROXIES", "one"),
        ("AGNES_WORKERS", "many"),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "nonsense"),
    ],
)
def test_a_value_that_cannot_be_read_stops_with_the_name_of_the_variable(
    variable: str, value: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "AGNES_DATA_DIR": str(tmp_path), variable: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert variable in done.stderr

"""A database that cannot be reached, for as long as a test needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from django.db import OperationalError, connection

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


def database_down(error: type[Exception] = OperationalError) -> AbstractContextManager[None]:
    """Let every statement fail as it does when the server is gone."""

    def refuse(*args: Any) -> NoReturn:
        raise error("the server closed the connection unexpectedly")

    return connection.execute_wrapper(refuse)

"""The one exception for a request that is understood and declined."""

from __future__ import annotations

from typing import Any


class Refused(Exception):  # noqa: N818  (it says what happened to the request)
    """Says no, with a stable code.

    `code` names a row of the table in `agnes_site.errors`, which holds the status and the words;
    `facts` fill the words in. `game` is the game as it now stands, `index` says which action of a
    list was refused, `errors` are messages per field, `retry_after` is in whole seconds.
    """

    def __init__(
        self,
        code: str,
        *,
        game: Any = None,
        index: int | None = None,
        errors: dict[str, list[str]] | None = None,
        retry_after: int | None = None,
        **facts: object,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.game = game
        self.index = index
        self.errors = errors
        self.retry_after = retry_after
        self.facts = facts

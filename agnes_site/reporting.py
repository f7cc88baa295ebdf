"""Unhandled errors go to Sentry, when a DSN is set and the extra is installed."""

from __future__ import annotations

from typing import Any

from agnes_site.logs import request_id, without_secrets


def reporting_start(dsn: str) -> None:
    """Report from now on. Raises ImportError without `requirements-sentry.txt`.

    No local variables, bodies, cookies or names of players go out: they hold decks and tokens.
    """
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=_cleaned,
    )


def _cleaned(event: Any, hint: Any) -> Any:
    """Without headers, query and cookies, and with the texts as they are in the log."""
    asked = event.get("request", {})
    event["request"] = {name: asked[name] for name in ("method", "url") if name in asked}
    event.setdefault("tags", {})["request_id"] = request_id.get()
    for failure in event.get("exception", {}).get("values", []):
        failure["value"] = without_secrets(str(failure.get("value", "")))
    if message := event.get("logentry", {}).get("formatted"):
        event["logentry"] = {"formatted": without_secrets(message)}
    return event

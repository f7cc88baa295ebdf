"""What the log tells of security: who signed in, and who was turned away and why.

Players are told by number, and a name that does not exist by nothing. Addresses are in the proxy's
log, under the same id of the request.
"""

from __future__ import annotations

import logging

from accounts.metrics import SIGN_INS_REFUSED
from accounts.models import User

logger = logging.getLogger("agnes.security")


def security_event(name: str, **facts: object) -> None:
    """Log an event with its facts, which are ours: no text that somebody has sent."""
    event = {"event": name, **facts}
    words = [name, *(f"{fact}={value}" for fact, value in facts.items())]
    logger.info(" ".join(words), extra={"event": event})


def sign_in_refused(*, reason: str, username: str) -> None:
    """Count and log a sign-in turned away.

    `reason` is "credentials", "attempts", "code" or "passkey".
    """
    SIGN_INS_REFUSED.labels(reason).inc()
    known = User.objects.filter(username__iexact=username).values_list("pk", flat=True)
    security_event("sign_in_refused", player=known.first(), reason=reason)

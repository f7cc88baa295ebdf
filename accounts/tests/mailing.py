"""Mails in tests: asked for, sent as a worker would, and the links in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.mails import Asker, mails_send

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from accounts.models import User

ASKER = Asker("http://testserver", "en")


def confirm(player: User) -> None:
    """Make the player's address a confirmed one."""
    rows = EmailAddress.objects
    rows.update_or_create(
        user=player, email=player.email, defaults={"verified": True, "primary": True}
    )


def mails_sent() -> list[EmailMessage]:
    """Send what waits; return all that was sent in this test."""
    mails_send(now=timezone.now())
    return list(mail.outbox)


def receivers() -> list[str]:
    """Send what waits; return whom each mail of this test went to."""
    return [message.to[0] for message in mails_sent()]


def link_in(message: EmailMessage) -> str:
    """The address, on this server, that a mail leads to."""
    found = re.search(r"http://[^/\s]+(\S+)", str(message.body))
    assert found
    return found[1]

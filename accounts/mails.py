"""Mails: kept in the request that asks for one, written and sent by a worker.

So no answer waits for a mail server, tells by its time whether a mail goes out, or fails with one.
A mail that cannot be sent is tried again, after one minute, two, four and so on, for a day.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.core.mail import EmailMessage
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.models import Mail, User

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet
    from django.http import HttpRequest

logger = logging.getLogger(__name__)

KEPT = timedelta(days=1)
FIRST_WAIT = timedelta(minutes=1)

NOTICES = {
    Mail.Kind.PASSWORD_CHANGED: _("The password was changed."),
    Mail.Kind.PASSWORD_RESET: _("A new password was set by a link in a mail."),
    Mail.Kind.APP_ADDED: _("An app for the second step of signing in was set up."),
    Mail.Kind.APP_REMOVED: _("The app for the second step of signing in was removed."),
    Mail.Kind.PASSKEY_ADDED: _("A passkey was added."),
    Mail.Kind.PASSKEY_REMOVED: _("A passkey was removed."),
    Mail.Kind.CODES_MADE: _("New recovery codes were made."),
    Mail.Kind.ADDRESS_REPLACED: _("Mails go to another address from now on, and no more to this."),
    Mail.Kind.ADDRESS_REMOVED: _("This address was taken off the account: it gets no more mails."),
}
_TEMPLATES = {
    Mail.Kind.CONFIRM: "account/email/email_confirmation",
    Mail.Kind.RESET: "account/email/password_reset_key",
}


class Asker(NamedTuple):
    """Where somebody is who asks for a mail: scheme and host of the pages, and the language."""

    origin: str
    language: str


def asker_of(request: HttpRequest) -> Asker:
    """Where the request comes from, for the links and, unless the player has chosen, the words."""
    origin = f"{request.scheme}://{request.get_host()}"
    return Asker(origin, translation.get_language() or "en")


def mail_ask(*, kind: Mail.Kind, player: User | None, to: str, asker: Asker) -> None:
    """Keep a mail for a worker (`jobs.mails_send` is queued with it); `player` None: for nobody."""
    now = timezone.now()
    Mail.objects.create(
        kind=kind,
        player=player,
        to=to,
        origin=asker.origin,
        language=asker.language,
        asked_at=now,
        due_at=now,
    )


def mails_due(now: datetime) -> QuerySet[Mail]:
    """The mails that are to be tried now, oldest first."""
    return Mail.objects.filter(due_at__lte=now).order_by("pk")


def mails_send(*, now: datetime) -> None:
    """Send what is due. May run twice at once: a mail is claimed before it is sent."""
    for mail in mails_due(now).select_related("player"):
        claimed = Mail.objects.filter(pk=mail.pk, due_at=mail.due_at).update(
            attempts=F("attempts") + 1, due_at=now + FIRST_WAIT * 2**mail.attempts
        )
        if claimed and _is_sent(mail):
            Mail.objects.filter(pk=mail.pk).update(due_at=None)


def mails_forget(*, now: datetime) -> None:
    """Delete the mails of yesterday, sent or not."""
    Mail.objects.filter(asked_at__lte=now - KEPT).delete()


def _is_sent(mail: Mail) -> bool:
    """Send a mail, if it still has somebody to go to; the log tells of a failure, not to whom."""
    message = mail.player and _written(mail, mail.player)
    try:
        if message:
            message.send()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        logger.error("mail not sent: %s: %s", mail.kind, why)
        return False
    return True


def _written(mail: Mail, player: User) -> EmailMessage | None:
    """In the language of the player; None when the link would be for nothing by now."""
    with translation.override(player.language or mail.language):
        facts: dict[str, object] = {"user": player}
        kind = Mail.Kind(mail.kind)
        if kind == Mail.Kind.CONFIRM:
            row = EmailAddress.objects.filter(user=player, email=mail.to, verified=False).first()
            if row is None:
                return None
            key = EmailConfirmationHMAC.create(row).key
            facts["link"] = f"{mail.origin}{reverse('mail_confirm', args=[key])}"
        elif kind == Mail.Kind.RESET:
            if not EmailAddress.objects.filter(user=player, email=mail.to, verified=True).exists():
                return None
            key = default_token_generator.make_token(player)
            place = reverse(
                "account_reset_password_from_key", args=[user_pk_to_url_str(player), key]
            )
            facts["link"] = f"{mail.origin}{place}"
        else:
            facts["notice"] = NOTICES[kind]
        template = _TEMPLATES.get(kind, "account/email/notice")
        subject = render_to_string(f"{template}_subject.txt", facts).strip()
        text = render_to_string(f"{template}_message.txt", facts).strip()
        return EmailMessage(subject, text, to=[mail.to])

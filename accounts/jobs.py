"""Background work of accounts: mails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.signals import user_signed_up
from django.contrib import messages
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import task

from accounts import mails
from accounts.confirmations import confirmation_ask
from accounts.models import Mail

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User

# Before everything else: somebody waits, and it is soon done.
_FIRST = 20


@task(priority=_FIRST)
def mails_send() -> None:
    mails.mails_send(now=timezone.now())


@receiver(post_save, sender=Mail)
def mail_queue(created: bool, **kwargs: Any) -> None:
    """Queue the job with the mail: both are stored, or neither."""
    if created:
        mails_send.enqueue()


@receiver(user_signed_up)
def address_ask(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Who signs up on the page with an address gets a link to confirm it, and is told so."""
    if confirmation_ask(player=user, asker=mails.asker_of(request)):
        messages.info(request, _("A mail to confirm your address is on its way."))

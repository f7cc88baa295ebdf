"""Addresses for mail, and who has shown that one is theirs.

`User.email` is the address that the player has given last. A row of allauth's `EmailAddress` with
`verified` is one that somebody has confirmed by a link in a mail to it; there is at most one for a
player, and no other address gets a mail but that link. While a new address waits to be confirmed
the confirmed one goes on. A row without `verified` is the one that waits: the link names it by its
number, which is never given twice, so that it works once.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import transaction
from django.utils import timezone

from accounts.errors import Refused
from accounts.locks import text_lock
from accounts.mails import mail_ask
from accounts.models import Mail, User

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.mails import Asker

IN = timedelta(hours=1)
# So many links in an hour go to one address, and so many are sent for one player.
MOST_TO_ONE, MOST_FOR_ONE = 3, 6
MOST_RESETS = 5


def confirmed_address(player: User) -> str:
    """The address that gets the player's mails; "" for none."""
    rows = EmailAddress.objects.filter(user=player, verified=True)
    return rows.values_list("email", flat=True).first() or ""


def address_set(*, player: User, asker: Asker) -> bool:
    """See to an address that was just given, in the transaction that has written `player.email`.

    Links to addresses given before work no longer. Tell whether a mail to confirm it is asked for:
    not if there is none now, or it is the confirmed one again, or there were too many mails.
    """
    rows = EmailAddress.objects.filter(user=player)
    rows.filter(verified=False).delete()
    if not player.email:
        _end(rows, Mail.Kind.ADDRESS_REMOVED, player, asker)
    elif not rows.filter(email=player.email).exists():
        EmailAddress.objects.create(user=player, email=player.email)
        return _confirmation_ask(player, asker)
    return False


def confirmation_ask(*, player: User, asker: Asker) -> bool:
    """Ask (again) for a mail with a link to confirm the player's address.

    Tell whether it is on its way: not without an address, with a confirmed one, and not more often
    than the limits allow.
    """
    with transaction.atomic():
        current = _locked(player.pk)
        if not current.email:
            return False
        row, _ = EmailAddress.objects.get_or_create(user=current, email=current.email)
        return not row.verified and _confirmation_ask(current, asker)


def address_to_confirm(key: str) -> EmailAddress | None:
    """The address that a link is about; None when the link is made up, old, used or overtaken."""
    found = EmailConfirmationHMAC.from_key(key)
    row: EmailAddress | None = found and found.email_address
    return row if row is not None and row.user.email == row.email and row.user.is_active else None


def address_confirm(*, key: str, asker: Asker) -> EmailAddress | None:
    """Make the address of a link the one that gets mails; None for a link that works no longer.

    The one before is told, by a last mail.
    """
    row = address_to_confirm(key)
    if row is None:
        return None
    with transaction.atomic():
        player = _locked(row.user_id)
        row = address_to_confirm(key)
        if row is not None:
            rows = EmailAddress.objects.filter(user=player).exclude(pk=row.pk)
            _end(rows, Mail.Kind.ADDRESS_REPLACED, player, asker)
            row.verified = row.primary = True
            row.save()
    return row


def password_reset_ask(*, email: str, asker: Asker) -> None:
    """Ask for mails to set a new password, for every player who has confirmed that address.

    With any other address, and beyond the limit, for one that goes to nobody: the same work.
    """
    now = timezone.now()
    with transaction.atomic():
        text_lock(email.lower())
        rows = EmailAddress.objects.filter(email=email.lower(), verified=True, user__is_active=True)
        players = [row.user for row in rows.select_related("user")]
        asked = Mail.objects.filter(kind=Mail.Kind.RESET, to=email.lower(), asked_at__gt=now - IN)
        if asked.count() >= MOST_RESETS:
            players = []
        for player in players or [None]:
            to = email.lower() if player else ""
            mail_ask(kind=Mail.Kind.RESET, player=player, to=to, asker=asker)


def _confirmation_ask(player: User, asker: Asker) -> bool:
    text_lock(player.email)
    asked = Mail.objects.filter(kind=Mail.Kind.CONFIRM, asked_at__gt=timezone.now() - IN)
    if (
        asked.filter(to=player.email).count() >= MOST_TO_ONE
        or asked.filter(player=player).count() >= MOST_FOR_ONE
    ):
        return False
    mail_ask(kind=Mail.Kind.CONFIRM, player=player, to=player.email, asker=asker)
    return True


def _end(rows: QuerySet[EmailAddress], kind: Mail.Kind, player: User, asker: Asker) -> None:
    for row in rows.filter(verified=True):
        mail_ask(kind=kind, player=player, to=row.email, asker=asker)
    rows.delete()


def _locked(player_id: int) -> User:
    player = User.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is None:
        raise Refused("not_found")
    return player

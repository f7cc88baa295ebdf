"""Signing up and in on the pages, with what was played as a guest (`ACCOUNT_ADAPTER`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.utils.translation import gettext_lazy as _

from accounts.adapter import AccountAdapter
from accounts.guests import guest_of
from games.services.guests import guest_join, guest_merge

if TYPE_CHECKING:
    from django.http import HttpRequest

    from accounts.models import User


class PageAdapter(AccountAdapter):
    """Accounts know nothing of games; here a guest's games find their player."""

    def store(self, player: User) -> None:
        if player.is_guest:
            guest_join(guest=player)
        else:
            super().store(player)

    def login(self, request: HttpRequest, user: User) -> None:
        """Before the session changes hands, so that a failure leaves the guest as they were."""
        guest = guest_of(request)
        if guest is not None and guest_merge(guest=guest, player=user):
            messages.success(request, _("What you played as a guest is yours now."))
        super().login(request, user)

"""django-allauth's page of passkeys where ours differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django.shortcuts import redirect

if TYPE_CHECKING:
    from django.forms import Form
    from django.http import HttpResponse


class PasskeyAgainView(ReauthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """Asks somebody signed in for a passkey."""

    def form_invalid(self, form: Form) -> HttpResponse:
        """Ask once more, with what the player wanted still ahead; allauth would lead home."""
        super().form_invalid(form)
        return redirect(self.passthrough_next_url(self.request.path))

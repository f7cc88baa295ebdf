"""When a player's sessions begin and end: receivers of Django's and django-allauth's signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.devices import device_of
from accounts.events import security_event
from accounts.models import User
from accounts.services.sessions import sessions_end
from accounts.sessions import DEVICE

if TYPE_CHECKING:
    from django.http import HttpRequest


@receiver(user_logged_in)
def device_note(request: HttpRequest, **kwargs: Any) -> None:
    """Notes in a new session which device it is on."""
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))


@receiver(user_logged_in)
def sign_in_log(user: User, **kwargs: Any) -> None:
    """A guest has shown nothing, so nobody has signed in."""
    if not user.is_guest:
        security_event("sign_in", player=user.pk, way="page")


@receiver(password_changed)
@receiver(password_reset)
def others_end(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A new password ends all sessions but the one that has set it."""
    sessions_end(player=user, but=request.session.session_key)


@receiver(post_save, sender=User)
def banned_end(instance: User, **kwargs: Any) -> None:
    """A ban ends all sessions."""
    if not instance.is_active:
        sessions_end(player=instance)

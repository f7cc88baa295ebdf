"""Where notices wait for the next page (`MESSAGE_STORAGE`): a cookie named like our others."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NoticeCookie(CookieStorage):
    """As Django's, which has no setting for the name."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class NoticeStorage(FallbackStorage):
    """What does not fit the cookie goes into the session."""

    storage_classes = (NoticeCookie, SessionStorage)

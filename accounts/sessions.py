"""The session engine (`SESSION_ENGINE`): Django's database store, which also notes whose it is, on
which device, and when it was last seen.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from accounts.models import PlayerSession

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

DEVICE = "device"
# A session that is used is written no more often than that.
SEEN_EVERY = timedelta(hours=1)


class SessionStore(db.SessionStore):
    """As Django's, over `PlayerSession`."""

    seen_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> type[PlayerSession]:
        return PlayerSession

    def create_model_instance(self, data: dict[str, Any]) -> PlayerSession:
        session = super().create_model_instance(data)
        assert isinstance(session, PlayerSession)  # noqa: S101  (for mypy: the model of above)
        session.player_id = data.get(SESSION_KEY)
        session.device = data.get(DEVICE, "")
        session.seen_at = timezone.now()
        return session

    def _get_session_from_db(self) -> PlayerSession | None:
        session: PlayerSession | None = super()._get_session_from_db()  # type: ignore[misc]
        if session is not None:
            self.seen_at = session.seen_at
        return session


def sessions_seen(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: notes now and then that a session is in use; without one it does nothing."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        seen_at = getattr(request.session, "seen_at", None)
        if seen_at is not None and timezone.now() - seen_at > SEEN_EVERY:
            rows = PlayerSession.objects.filter(session_key=request.session.session_key)
            rows.update(seen_at=timezone.now())
        return response

    return answer

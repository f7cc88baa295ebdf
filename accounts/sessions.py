"""The session engine (`SESSION_ENGINE`): Django's database store, which also notes whose it is."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from accounts.models import PlayerSession


class SessionStore(db.SessionStore):
    """As Django's, over `PlayerSession`."""

    @classmethod
    def get_model_class(cls) -> type[PlayerSession]:
        return PlayerSession

    def create_model_instance(self, data: dict[str, Any]) -> PlayerSession:
        session = super().create_model_instance(data)
        assert isinstance(session, PlayerSession)  # noqa: S101  (for mypy: the model of above)
        session.player_id = data.get(SESSION_KEY)
        return session

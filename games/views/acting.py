"""The way to one game: a token finds its player and, when it is theirs, the game at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.views import APIView

from accounts.authentication import BearerAuthentication, player_of
from accounts.errors import Refused
from games.selectors.games import game_for, game_seen_by
from games.services.move_sql import move_load

if TYPE_CHECKING:
    from datetime import datetime

    from rest_framework.request import Request

    from accounts.models import ApiToken
    from games.models import Game


class BearerWithGame(BearerAuthentication):
    """Authenticates like its parent, and by the same statement loads the player's own game."""

    def __init__(self, game_id: int) -> None:
        super().__init__()
        self.game: Game | None = None
        self._game_id = game_id

    def token_find(self, digest: str) -> ApiToken | None:
        found = move_load(digest=digest, game_id=self._game_id, now=timezone.now())
        if found is None:
            return None
        token, self.game = found
        return token


class ActingView(APIView):
    """A view of one game, `game_id`: its player acts in it, and others may look at it."""

    _methods: ClassVar[list[str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # Django answers HEAD wherever there is a GET.
        known = {"head"} if hasattr(cls, "get") else set()
        known |= {name for name in cls.http_method_names if hasattr(cls, name)}
        cls._methods = [name.upper() for name in cls.http_method_names if name in known]

    @property
    def allowed_methods(self) -> list[str]:
        """Every answer names them; they are looked for once."""
        return self._methods

    def get_authenticators(self) -> list[BaseAuthentication]:
        # The generator of the schema asks, too: it has no request, or no game.
        method, game_id = getattr(self.request, "method", ""), self.kwargs.get("game_id")
        if not method or game_id is None:
            return super().get_authenticators()
        self._bearer = BearerWithGame(game_id)
        return [self._bearer, SessionAuthentication()]

    def own_game(self, request: Request) -> Game:
        """Return the asker's own game. Another's and none are alike: `not_found`."""
        if request.successful_authenticator is not self._bearer:
            return game_for(player_of(request), self.kwargs["game_id"])
        if self._bearer.game is None:
            raise Refused("not_found")
        return self._bearer.game

    def seen_game(self, request: Request, now: datetime) -> Game:
        """Return a game that the asker may read, as `game_seen_by` does."""
        own = self._bearer.game
        if own is not None and request.successful_authenticator is self._bearer:
            return own
        return game_seen_by(request.user, self.kwargs["game_id"], now)

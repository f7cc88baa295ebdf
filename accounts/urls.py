"""The API's addresses of accounts, below /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path

from accounts.views import PlayersView, TokensView, TokenView

urlpatterns = [
    path("players", PlayersView.as_view(), name="api-players"),
    path("tokens", TokensView.as_view(), name="api-tokens"),
    re_path(r"^tokens/(?P<token_id>[0-9a-f]{16})\Z", TokenView.as_view(), name="api-token"),
]

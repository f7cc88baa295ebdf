"""Addresses of the pages; those of the API are in `games.api_urls` and `accounts.urls`."""

from __future__ import annotations

from django.urls import path, re_path

from games.views.pages import account, archive, days, games, guide, imports, players

urlpatterns = [
    path("", days.home, name="home"),
    path("daily", archive.archive, name="archive"),
    path("daily/<str:day>", days.daily, name="daily"),
    path("daily/<str:day>/play", days.daily_play, name="daily_play"),
    path("daily/<str:day>/leaderboard", days.daily_board, name="daily_board"),
    path("leaderboards/<str:period>", days.standings, name="period_board"),
    path("games", games.my_games, name="my_games"),
    path("games/new", games.new_game, name="new_game"),
    path("games/<int:game_id>", games.play, name="play"),
    path("games/<int:game_id>/history", games.history, name="history"),
    path("players/<slug:name>", players.player, name="player"),
    path("import", imports.bring, name="import"),
    path("me", account.me, name="me"),
    path("me/mail", account.me_mail, name="me_mail"),
    path("me/mail/again", account.me_mail_again, name="me_mail_again"),
    path("me/mail/confirm/<str:key>", account.mail_confirm, name="mail_confirm"),
    path("me/look", account.me_look, name="me_look"),
    path("me/tokens", account.me_tokens, name="me_tokens"),
    re_path(
        r"^me/tokens/(?P<public_id>[0-9a-f]{16})/revoke\Z",
        account.me_token_revoke,
        name="me_token_revoke",
    ),
    path("me/sessions/end", account.me_sessions_end, name="me_sessions_end"),
    re_path(
        r"^me/sessions/(?P<public_id>[0-9a-f]{16})/end\Z",
        account.me_session_end,
        name="me_session_end",
    ),
    path("me/delete", account.me_delete, name="me_delete"),
    path("rules", guide.rules, name="rules"),
    path("fair-play", guide.fair_play, name="fair_play"),
    path("verify", guide.verify, name="verify"),
]

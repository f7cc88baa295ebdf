"""Addresses of the pages; those of the API are in `agnes_site.urls`."""

from __future__ import annotations

from django.urls import path

from games.views.pages import archive, days, games, guide, players

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
    path("me", players.me, name="me"),
    path("me/delete", players.me_delete, name="me_delete"),
    path("rules", guide.rules, name="rules"),
]

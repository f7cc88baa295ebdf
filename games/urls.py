"""Addresses of the pages; those of the API are in `agnes_site.urls`."""

from __future__ import annotations

from django.urls import path

from games.views import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("daily", pages.archive, name="archive"),
    path("daily/<str:day>", pages.daily, name="daily"),
    path("daily/<str:day>/play", pages.daily_play, name="daily_play"),
    path("daily/<str:day>/leaderboard", pages.daily_board, name="daily_board"),
    path("leaderboards/<str:period>", pages.standings, name="period_board"),
    path("games", pages.my_games, name="my_games"),
    path("games/new", pages.new_game, name="new_game"),
    path("games/<int:game_id>", pages.play, name="play"),
    path("games/<int:game_id>/history", pages.history, name="history"),
    path("players/<slug:name>", pages.player, name="player"),
    path("me", pages.me, name="me"),
    path("me/delete", pages.me_delete, name="me_delete"),
    path("rules", pages.rules, name="rules"),
]

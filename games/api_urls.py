"""The addresses of the API, below `/api/v1/`, without a slash at the end."""

from __future__ import annotations

from django.urls import path

from games.views import dailies, games, hints, moves, players, reviews

urlpatterns = [
    path("games/<int:game_id>/moves", moves.GameMoves.as_view(), name="api-game-moves"),
    path("games", games.Games.as_view(), name="api-games"),
    path("games/<int:game_id>", games.Game.as_view(), name="api-game"),
    path("games/<int:game_id>/concede", moves.GameConcede.as_view(), name="api-game-concede"),
    path("games/<int:game_id>/hint", hints.GameHint.as_view(), name="api-game-hint"),
    path("games/<int:game_id>/record", games.GameRecord.as_view(), name="api-game-record"),
    path("games/<int:game_id>/review", reviews.GameReview.as_view(), name="api-game-review"),
    path("daily", dailies.Dailies.as_view(), name="api-dailies"),
    path("daily/<str:day>", dailies.Daily.as_view(), name="api-daily"),
    path("daily/<str:day>/game", dailies.DailyGame.as_view(), name="api-daily-game"),
    path("daily/<str:day>/leaderboard", dailies.DailyBoard.as_view(), name="api-daily-board"),
    path("leaderboards/<str:period>", dailies.PeriodBoard.as_view(), name="api-period-board"),
    path("players/<str:username>", players.Player.as_view(), name="api-player"),
    path("me", players.Me.as_view(), name="api-me"),
    path("me/export", players.MeExport.as_view(), name="api-me-export"),
]

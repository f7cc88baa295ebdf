"""Deals, contests and games for the staff to look at, and who is on the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from accounts.admin import PlayerAdmin
from accounts.models import User
from games.models import Contest, Deal, Game
from games.services.boards import player_hide
from games.services.players import player_delete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import Model, QuerySet
    from django.http import HttpRequest

    ReadOnlyClass = admin.ModelAdmin[Any]
else:
    ReadOnlyClass = admin.ModelAdmin


class ReadOnlyAdmin(ReadOnlyClass):
    """Shows rows; only services write them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Without seed, deck, solution and how hard it is: staff play, too (R13)."""

    list_display = ("id", "verdict", "shuffle_version", "rules_version", "created_at")
    list_filter = ("verdict",)
    exclude = (
        *("seed", "deck", "solution", "nodes"),
        *("blind_tries", "blind_wins", "par_moves", "par_bound"),
    )


@admin.register(Contest)
class ContestAdmin(ReadOnlyAdmin):
    list_display = ("id", "date", "code", "opens_at", "closes_at", "settles_at")
    date_hierarchy = "date"


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """The history to read; the position is left out, because it holds the stock (R13)."""

    list_display = ("id", "player", "contest", "status", "ply", "undos", "moves", "started_at")
    list_filter = ("status",)
    list_select_related = ("player", "contest")
    search_fields = ("player__username",)
    exclude = ("position",)


admin.site.unregister(User)


@admin.register(User)
class BoardPlayerAdmin(PlayerAdmin):
    """Players with what their games ask for: hiding and deletion keep the boards exact."""

    actions = ("hide_from_boards", "show_on_boards")

    @admin.action(description="Hide from all boards")
    def hide_from_boards(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for player in queryset:
            player_hide(player=player, hidden=True)

    @admin.action(description="Show on the boards again")
    def show_on_boards(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for player in queryset:
            player_hide(player=player, hidden=False)

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """Games go with their player, although nobody may delete one by itself."""
        shown, counts, _, protected = super().get_deleted_objects(objs, request)
        return shown, counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        player_delete(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for player in queryset:
            player_delete(player=player)

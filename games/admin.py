"""Deals, contests and games for the staff to look at, and who is on the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe

from accounts.admin import PlayerAdmin, ReadOnlyAdmin
from accounts.models import User
from games.models import Contest, Deal, Flag, Game
from games.selectors.contests import is_settled
from games.selectors.games import is_ranked
from games.services.boards import player_hide
from games.services.flags import flag_decide
from games.services.players import player_delete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet
    from django.http import HttpRequest


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Without seed, deck, whether it can be won, how and how hard: staff play, too (R13)."""

    list_display = ("id", "shuffle_version", "rules_version", "created_at")
    exclude = (
        *("seed", "deck", "verdict", "solution", "nodes"),
        *("blind_tries", "blind_wins", "par_moves", "par_bound"),
    )


@admin.register(Contest)
class ContestAdmin(ReadOnlyAdmin):
    list_display = ("id", "date", "code", "opens_at", "closes_at", "settles_at")
    date_hierarchy = "date"


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """The history to read, once its contest is settled; never the stock, in `position` (R13)."""

    list_display = ("id", "player", "contest", "status", "ply", "undos", "moves", "started_at")
    list_filter = ("status",)
    list_select_related = ("player", "contest")
    search_fields = ("player__username",)

    def get_exclude(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        is_hidden = obj is None or (is_ranked(obj) and not is_settled(obj.contest, timezone.now()))
        return ["position", "history", "pauses"] if is_hidden else ["position"]


@admin.register(Flag)
class FlagAdmin(ReadOnlyAdmin):
    """What to look at, with the histories; deciding is an action, and nothing else follows.

    Flags are there once a contest is settled, when every history is public.
    """

    list_display = ("contest", "reason", "choices", "players", "state", "at")
    list_filter = ("state", "reason")
    list_select_related = ("contest",)
    fields = readonly_fields = ("contest", "reason", "choices", "histories", "state", "at")
    actions = ("dismiss", "uphold", "reopen")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        by_their_end = Game.objects.select_related("player").order_by("finished_at", "id")
        return super().get_queryset(request).prefetch_related(Prefetch("games", by_their_end))

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("games.change_flag"))

    @admin.display
    def players(self, flag: Flag) -> str:
        return ", ".join(game.player.username for game in flag.games.all())

    @admin.display
    def histories(self, flag: Flag) -> str:
        """Each game with its history, and its player, whom another page hides from the boards."""
        rows = [
            (
                reverse("history", args=[game.pk]),
                game,
                reverse("admin:accounts_user_change", args=[game.player_id]),
                game.player,
                f"{game.finished_at:%Y-%m-%d %H:%M:%S}",
            )
            for game in flag.games.all()
        ]
        line = '<a href="{}">{}</a>, <a href="{}">{}</a>, {} UTC'
        return format_html_join(mark_safe("<br>"), line, rows)

    @admin.action(description="Dismiss: nothing wrong", permissions=["decide"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Flag]) -> None:
        self._decide(request, queryset, Flag.State.DISMISSED)

    @admin.action(description="Uphold: against fair play", permissions=["decide"])
    def uphold(self, request: HttpRequest, queryset: QuerySet[Flag]) -> None:
        self._decide(request, queryset, Flag.State.UPHELD)

    @admin.action(description="Open again", permissions=["decide"])
    def reopen(self, request: HttpRequest, queryset: QuerySet[Flag]) -> None:
        self._decide(request, queryset, Flag.State.OPEN)

    def _decide(self, request: HttpRequest, flags: QuerySet[Flag], state: Flag.State) -> None:
        for flag in flags:
            flag_decide(flag=flag, state=state)
            self.log_change(request, flag, f"state: {state}")


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

"""Deals, contests and games for the staff to look at, and who is on the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin
from django.db.models import Prefetch
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe

from accounts.admin import PlayerAdmin, ReadOnlyAdmin
from accounts.models import Moderation, User
from games.models import Contest, Deal, Flag, Game
from games.selectors.contests import is_settled
from games.selectors.games import is_ranked
from games.services.flags import flag_decide
from games.services.moderation import player_moderate
from games.services.players import player_delete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet
    from django.http import HttpRequest, HttpResponse


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


class ReasonForm(forms.Form):
    """Why a moderator does what they do; the player reads it in the export."""

    reason = forms.CharField(
        max_length=Moderation.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "autofocus": True}),
        help_text="Kept for good, and shown to the player in their export.",
    )


@admin.register(Moderation)
class ModerationAdmin(ReadOnlyAdmin):
    """Who hid whom from the boards, or showed them again, and why."""

    list_display = ("at", "moderator", "action", "player", "reason")
    list_filter = ("action",)
    list_select_related = ("moderator", "player")
    search_fields = ("player__username", "moderator__username", "reason")
    fields = list_display
    ordering = ("-at", "-pk")


admin.site.unregister(User)


@admin.register(User)
class BoardPlayerAdmin(PlayerAdmin):
    """Players with what their games ask for: hiding and deletion keep the boards exact."""

    actions = ("hide_from_boards", "show_on_boards")

    @admin.action(description="Hide from all boards …", permissions=["change"])
    def hide_from_boards(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        return self._moderate(request, queryset, Moderation.Action.HIDDEN)

    @admin.action(description="Show on the boards again …", permissions=["change"])
    def show_on_boards(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        return self._moderate(request, queryset, Moderation.Action.SHOWN)

    def _moderate(
        self, request: HttpRequest, players: QuerySet[User], action: Moderation.Action
    ) -> HttpResponse | None:
        """Ask for the reason on a page of its own; do it once there is one."""
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            changed = sum(
                player_moderate(
                    player=player,
                    moderator=cast("User", request.user),
                    action=action,
                    reason=form.cleaned_data["reason"],
                    now=timezone.now(),
                )
                for player in players
            )
            self.message_user(request, f"{action.label}: {changed} of {len(players)} players.")
            return None
        shown = {"title": "Why?", "players": players, "action": action, "form": form}
        context = {**self.admin_site.each_context(request), "opts": self.opts, **shown}
        return TemplateResponse(request, "admin/games/reason.html", context)

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

"""Players and their tokens, for the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User

if TYPE_CHECKING:
    from django.http import HttpRequest

    PlayerAdminClass = UserAdmin[User]
    TokenAdminClass = admin.ModelAdmin[ApiToken]
else:
    PlayerAdminClass = UserAdmin
    TokenAdminClass = admin.ModelAdmin

# The staff sign in on the page as everybody does, so that the same limiter holds off guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class PlayerAdmin(PlayerAdminClass):
    """Whether a player is hidden from the boards is shown here and changed by an action."""

    list_display = ("username", "email", "is_active", "is_hidden", "is_staff", "date_joined")
    list_filter = ("is_active", "is_hidden", "is_staff")
    search_fields = ("username", "email")
    readonly_fields = ("is_hidden", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "is_active", "is_hidden")}),
        (_("Permissions"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Important dates"), {"fields": ("last_login", "date_joined")}),
    )


@admin.register(ApiToken)
class ApiTokenAdmin(TokenAdminClass):
    """Read-only: a token is made by its player; the staff may only delete it."""

    list_display = ("public_id", "user", "name", "created", "expiry")
    search_fields = ("user__username", "name")
    fields = readonly_fields = list_display

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

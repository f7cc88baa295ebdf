"""Players, their tokens, addresses and ways to sign in, for the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import allauth.account.admin
import allauth.mfa.admin  # noqa: F401  (both register what is unregistered here)
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.shortcuts import redirect
from django.utils.translation import get_language_from_request, gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.second_factor import lacks_second_factor

if TYPE_CHECKING:
    from django.db.models import Model
    from django.http import HttpRequest, HttpResponse

    ReadOnlyClass = admin.ModelAdmin[Any]
    PlayerAdminClass = UserAdmin[User]
    TokenAdminClass = admin.ModelAdmin[ApiToken]
else:
    ReadOnlyClass = admin.ModelAdmin
    PlayerAdminClass = UserAdmin
    TokenAdminClass = admin.ModelAdmin

# The staff sign in on the page as everybody does, so that the same limiter holds off guessing.
_login = secure_admin_login(admin.site.login)
_is_staff = admin.site.has_permission


def _waits_for(request: HttpRequest) -> User | None:
    """One of the staff for whom the admin opens once there is a second step."""
    staff = request.user
    if isinstance(staff, User) and _is_staff(request) and lacks_second_factor(staff):
        return staff
    return None


def login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Lead them to where it is set up."""
    staff = _waits_for(request)
    if staff is None:
        answer: HttpResponse = _login(request, extra_context)
        return answer
    with override(staff.language or get_language_from_request(request)):
        messages.warning(request, gettext("The admin takes a second step. Set one up here first."))
    return redirect("mfa_index")


def may_enter(request: HttpRequest) -> bool:
    """One of the staff, with a second step where the settings want one."""
    return _is_staff(request) and _waits_for(request) is None


admin.site.login = login  # type: ignore[method-assign]
admin.site.has_permission = may_enter  # type: ignore[method-assign]


class ReadOnlyAdmin(ReadOnlyClass):
    """Shows rows; only services write them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Django would let an address ask for any column: a seed, digit by digit (R13)."""
        return lookup.partition("__")[0] in {*self.list_filter, self.date_hierarchy}


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


admin.site.unregister([Authenticator, EmailAddress])


@admin.register(Authenticator)
class SecondFactorAdmin(ReadOnlyAdmin):
    """That somebody has a second step, and of which kind; never the secret, to read or to plant."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = list_display


@admin.register(EmailAddress)
class AddressAdmin(ReadOnlyAdmin):
    """Who has confirmed an address; to confirm one for somebody would be a way into the account."""

    list_display = ("email", "user", "verified")
    list_filter = ("verified",)
    list_select_related = ("user",)
    search_fields = ("email", "user__username")
    fields = list_display

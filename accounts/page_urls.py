"""The choice of language, and the pages of django-allauth that we have: signing, passwords, and
the second step.

Its pages about several addresses, e-mail verification and codes have no address here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account import views
from allauth.mfa.base import views as second
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path
from django.views.decorators.cache import cache_control

from accounts.guests import guests_are_nobody
from accounts.languages import language
from accounts.passkeys import PasskeyAgainView

if TYPE_CHECKING:
    from accounts.guests import View


def _own(view: View) -> View:
    """A page of somebody signed in, or signing in: no cache keeps it, and no guest has one."""
    return cache_control(private=True, no_store=True)(guests_are_nobody(view))


urlpatterns = [
    path("language/", language, name="language"),
    path("signup/", guests_are_nobody(views.signup), name="account_signup"),
    path("login/", guests_are_nobody(views.login), name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path(
        "password/change/", guests_are_nobody(views.password_change), name="account_change_password"
    ),
    path("password/reset/", guests_are_nobody(views.password_reset), name="account_reset_password"),
    path("password/reset/done/", views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        guests_are_nobody(views.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("confirm/", _own(views.reauthenticate), name="account_reauthenticate"),
    path("two-steps/", _own(second.index), name="mfa_index"),
    path("two-steps/code/", _own(second.authenticate), name="mfa_authenticate"),
    path("two-steps/confirm/", _own(second.reauthenticate), name="mfa_reauthenticate"),
    path("two-steps/app/", _own(totp.activate_totp), name="mfa_activate_totp"),
    path("two-steps/app/remove/", _own(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("two-steps/recovery/", _own(recovery.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "two-steps/recovery/new/",
        _own(recovery.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "two-steps/recovery/file/",
        _own(recovery.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("two-steps/passkeys/", _own(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("two-steps/passkeys/add/", _own(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path("two-steps/passkeys/login/", _own(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path(
        "two-steps/passkeys/confirm/",
        _own(PasskeyAgainView.as_view()),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "two-steps/passkeys/<int:pk>/remove/",
        _own(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("two-steps/passkeys/<int:pk>/", _own(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
]

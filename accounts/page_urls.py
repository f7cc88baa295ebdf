"""The choice of language, and the pages of django-allauth that we have: signing, passwords.

Its pages about several addresses, e-mail verification and codes have no address here.
"""

from __future__ import annotations

from allauth.account import views
from django.urls import path, re_path

from accounts.guests import guests_are_nobody
from accounts.languages import language

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
]

"""All addresses: pages, the API, the service's own."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from agnes_site import docs, errors, health

urlpatterns: list[URLPattern | URLResolver] = [
    # First, because a move asks every pattern before its own.
    path("api/v1/", include("games.api_urls")),
    path("", include("games.urls")),
    path("accounts/", include("accounts.page_urls")),
    path("problems", docs.problems, name="problems"),
    path("api/v1/schema", docs.Schema.as_view(), name="schema"),
    path("api/v1/docs", docs.Docs.as_view(url_name="schema"), name="api-docs"),
    path("api/v1/", include("accounts.urls")),
    re_path(r"^api(?:/|$)", errors.no_such_address),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("admin/", admin.site.urls),
]

handler400 = "agnes_site.errors.bad_request"
handler403 = "agnes_site.errors.forbidden"
handler404 = "agnes_site.errors.not_found"
handler500 = "agnes_site.errors.server_error"

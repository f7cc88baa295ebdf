from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "agnes_site"

    def ready(self) -> None:
        from agnes_site import capacity, checks  # noqa: F401  (importing registers them)

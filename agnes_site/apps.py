from __future__ import annotations

from django.apps import AppConfig
from django.core.management import call_command
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    name = "agnes_site"

    def ready(self) -> None:
        from agnes_site import capacity, checks  # noqa: F401  (importing registers them)

        post_migrate.connect(cache_table_make, sender=self)


def cache_table_make(*, using: str, **_facts: object) -> None:
    """Make the table that is the cache without Redis, so that `migrate` makes all that is needed.

    `using` is the alias of the database that was migrated.
    """
    call_command("createcachetable", database=using, verbosity=0)

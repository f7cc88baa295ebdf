from __future__ import annotations

from django.apps import AppConfig
from django.core.management import call_command
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import endings, jobs  # noqa: F401  (their receivers)

        post_migrate.connect(cache_table_make, sender=self)


def cache_table_make(*, using: str, **_facts: object) -> None:
    """Make the table that is the cache without Redis; the pages of accounts count in it.

    `using` is the alias of the database that was migrated: nothing else is needed to serve on it.
    """
    call_command("createcachetable", database=using, verbosity=0)

"""The WSGI entry of `bench.floor`."""

from __future__ import annotations

from django.conf import settings

from agnes_site.wsgi import application

__all__ = ["application"]

settings.ROOT_URLCONF = "bench.floor"

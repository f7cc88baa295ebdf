"""The WSGI entry: pages and the REST API."""

from __future__ import annotations

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from agnes_site.chunks import chunks_joined
from agnes_site.postgresql.base import requests_limit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")

application = chunks_joined(get_wsgi_application())
requests_limit()
# All views are loaded before the first request, and what is here by then stays: the collector need
# not look through it again and again.
get_resolver().url_patterns  # noqa: B018  (loads them)
gc.collect()
gc.freeze()

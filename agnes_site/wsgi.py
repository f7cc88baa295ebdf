"""The WSGI entry: pages and the REST API."""

from __future__ import annotations

import gc
import os

from django.conf import settings
from django.core.cache import close_caches
from django.core.handlers.base import reset_urlconf
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries
from django.urls import get_resolver

from agnes_site.chunks import chunks_joined
from agnes_site.leaving import leaving_told
from agnes_site.postgresql.base import requests_limit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")

application = leaving_told(chunks_joined(get_wsgi_application()))
requests_limit()
# Django tidies up before and after each request. For connections once is enough, each request sets
# its own addresses, no cache here has anything to close, and statements are kept for debugging
# alone.
request_started.disconnect(close_old_connections)
request_finished.disconnect(reset_urlconf)
request_finished.disconnect(close_caches)
if not settings.DEBUG:
    request_started.disconnect(reset_queries)
# All views are loaded before the first request, and what is here by then stays: the collector need
# not look through it again and again. A request leaves next to nothing in a ring, so it may come
# more rarely as well.
get_resolver().url_patterns  # noqa: B018  (loads them)
gc.collect()
gc.freeze()
gc.set_threshold(10_000)

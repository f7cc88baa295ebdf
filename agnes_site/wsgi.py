"""The WSGI entry: pages and the REST API."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from agnes_site.postgresql.base import requests_limit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")

application = get_wsgi_application()
requests_limit()

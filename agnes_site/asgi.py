"""The ASGI entry, for servers that take no other; `start.py` serves `agnes_site.wsgi`."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")

application = get_asgi_application()

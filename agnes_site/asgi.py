"""The ASGI entry, for a process of its own that serves long-lived streams."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")

application = get_asgi_application()

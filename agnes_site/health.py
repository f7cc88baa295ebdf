"""Is the process up, is it ready, and what has it counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from agnes_site.gauges import gauged
from agnes_site.metrics import counted

if TYPE_CHECKING:
    from django.http import HttpRequest


@csrf_exempt
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@csrf_exempt
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """The database answers and has every migration; otherwise 503."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except (DatabaseError, InterfaceError):
        return _not_ready("the database does not answer")
    return _not_ready("migrations are missing") if missing else JsonResponse({"status": "ok"})


def _not_ready(reason: str) -> JsonResponse:
    return JsonResponse(
        {"status": "not ready", "reason": reason}, status=503, headers={"Retry-After": "2"}
    )


@csrf_exempt
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus text: what all processes here counted, and what the database knows now."""
    return HttpResponse(counted() + gauged(), content_type=CONTENT_TYPE_LATEST)

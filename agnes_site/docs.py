"""The API's own documentation: the schema, a page to browse it, the table of problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from agnes_site.errors import PROBLEMS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class Schema(SpectacularJSONAPIView):
    """OpenAPI 3.1, generated from the code."""

    permission_classes = (AllowAny,)
    authentication_classes = ()


class Docs(SpectacularSwaggerSplitView):
    """The schema to read and try, served by the project itself."""

    permission_classes = (AllowAny,)
    template_name = "docs.html"


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """Every `code` that a problem document may carry."""
    rows = [(code, problem) for code, problem in PROBLEMS.items()]
    return render(request, "problems.html", {"rows": rows})

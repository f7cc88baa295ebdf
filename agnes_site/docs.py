"""The API's own documentation: the schema, a page to browse it, the table of problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from agnes_site.errors import PROBLEMS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from rest_framework.request import Request
    from rest_framework.response import Response


class Schema(SpectacularJSONAPIView):
    """OpenAPI 3.1, generated from the code; in English, as its descriptions are."""

    permission_classes = (AllowAny,)
    authentication_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with translation.override("en"):
            answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]  # it has none
        return answer


class Docs(SpectacularSwaggerSplitView):
    """The schema to read and try, served by the project itself."""

    permission_classes = (AllowAny,)
    template_name = "docs.html"


@csrf_exempt
@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """Every `code` that a problem document may carry."""
    rows = [(code, problem) for code, problem in PROBLEMS.items()]
    return render(request, "problems.html", {"rows": rows})

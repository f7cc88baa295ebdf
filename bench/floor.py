"""A view that does nothing, behind the service's settings and middleware: the framework's cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

if TYPE_CHECKING:
    from rest_framework.request import Request


class Floor(APIView):
    """Asks for nobody and no database."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request) -> Response:
        return Response({"floor": True})


urlpatterns = [path("api/floor", Floor.as_view())]

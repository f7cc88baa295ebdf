"""Bodies that come in chunks, without a length. Loaded before Django has its settings."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from django.http.response import HttpResponseBase

    Application = Callable[[WSGIEnvironment, StartResponse], HttpResponseBase]


def chunks_joined(answer: Application) -> Application:
    """Give a body that was sent in chunks the length by which Django reads: it would see none.

    What is longer than any body may be is cut one byte after that, and refused for its length.
    """

    def application(environ: WSGIEnvironment, start: StartResponse) -> HttpResponseBase:
        if "HTTP_TRANSFER_ENCODING" in environ:
            body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        return answer(environ, start)

    return application

"""Answers that anybody may have, packed for the way. What depends on a key is never packed."""

import gzip
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

_KINDS = ("text/", "application/javascript", "application/json", "image/svg+xml")
_LEAST = 1_000
"""Bytes below which packing is not worth it."""


def packed(request: Request, response: Response) -> Response:
    """The same answer, compressed if it is text of some length and whoever asks takes that."""
    body = bytes(response.body)
    if len(body) < _LEAST or not response.headers.get("content-type", "").startswith(_KINDS):
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = _gzip(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)

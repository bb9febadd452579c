"""Compression of public responses. Responses that depend on a key are never compressed."""

import gzip
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

_KINDS = ("text/", "application/javascript", "application/json", "image/svg+xml")
_LEAST = 1_000
"""Bytes below which compression is not worth it."""


def compressed(request: Request, response: Response, keep: bool = True) -> Response:
    """The response, compressed if it is long text and the client accepts gzip.

    With `keep` the compressed body is cached, for responses that are requested often.
    """
    body = bytes(response.body)
    if len(body) < _LEAST or not response.headers.get("content-type", "").startswith(_KINDS):
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = _kept(body) if keep else _gzip(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


_kept = lru_cache(maxsize=256)(_gzip)

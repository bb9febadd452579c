"""Checks of host name and origin, and the security headers of every response."""

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulewright.server.errors import RequestRefused

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
DOCUMENT_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""The headers of every response that a browser could show as a document."""

_PARTS = ("text/javascript", "text/css", "font/")
"""The media types that only ever appear as part of a page."""
DATA_HEADERS: Mapping[str, str] = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
"""The headers of JSON responses, which load nothing and are shown in no frame."""


@lru_cache(maxsize=64)
def _headers_of(media: str, is_api: bool) -> tuple[tuple[bytes, bytes], ...]:
    """The security headers of a response, by its media type and whether it is one of the API, as they are sent."""
    headers = dict(HEADERS)
    if not media.startswith(_PARTS):
        headers |= DATA_HEADERS if media.startswith("application/json") else DOCUMENT_HEADERS
    if is_api:
        headers["Cache-Control"] = "no-store"
    return tuple((name.lower().encode(), value.encode()) for name, value in headers.items())


def check_host(headers: Headers, names: frozenset[str]) -> None:
    """Raises `RequestRefused` for an unknown host name, against DNS rebinding.

    A page elsewhere could let its own name resolve to this server. Numeric addresses are safe from that, so all are
    accepted.
    """
    name = _host_name(headers.get("host", ""))
    if name in _LOOPBACK or name in names or _is_address(name):
        return
    raise RequestRefused("this server does not answer to that name; start it with --name NAME to allow it")


def _host_name(host: str) -> str:
    """The name in `NAME:PORT`; empty when it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "").lower() if parts.port is None or parts.port else ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_origin(headers: Headers) -> None:
    """Raises `RequestRefused` for a request from another site's page."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise RequestRefused("requests from other sites are refused")
    if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
        raise RequestRefused("requests from other sites are refused")


class SecurityHeaders:
    """Adds the security headers to every response of an application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = dict(message["headers"])
                media = given.get(b"content-type", b"").decode("latin-1")
                ours = _headers_of(media, scope["path"].startswith("/api/"))
                more = [header for header in ours if header[0] not in given]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        await self._app(scope, receive, with_headers)

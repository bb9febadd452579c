"""The pages of the web app, if they are built into the package; otherwise one plain page."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.requests import Request
from starlette.responses import Response

from rulewright.server.compress import compressed
from rulewright.table.errors import NotFound

_WEB = files("rulewright.server") / "web"
_FOR_EVER = "public, max-age=31536000, immutable"
_PLAIN = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rulewright</title>
<h1>Rulewright</h1>
<p>The server runs. The pages of the web app are not part of this installation.
<p>Its API is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>;
<a href="/api/v1/games">/api/v1/games</a> lists the games.
</html>
"""


async def site(request: Request) -> Response:
    """A file of the web app; index.html for every path that is not a file."""
    path = request.path_params["path"]
    if path.startswith("api/"):
        raise NotFound("not found; see /api/v1/openapi.json for every path")
    found = _file(path)
    if found is not None and path != "index.html":
        hashed = path.startswith("assets/")
        small = _file(f"{path}.br") if _takes_brotli(request) else None
        return _sent(request, found, _FOR_EVER if hashed else "no-cache", small)
    first = _file("index.html")
    if "." in path.rpartition("/")[2] and path != "index.html":
        raise NotFound("there is no such file")
    if first is None:
        return Response(_PLAIN, media_type="text/html; charset=utf-8")
    return _sent(request, first, "no-cache")


def _file(path: str) -> Traversable | None:
    """A file inside the folder; None for anything outside it."""
    place: Traversable = _WEB
    for part in path.split("/"):
        if part in ("", ".", "..") or "\\" in part or "\0" in part:
            return None
        place = place / part
        if not place.is_dir():
            break
    return place if place.is_file() and str(place).endswith(path.rpartition("/")[2]) else None


def _takes_brotli(request: Request) -> bool:
    given = request.headers.get("accept-encoding", "").split(",")
    return "br" in (one.strip() for one in given)


def _sent(request: Request, found: Traversable, caching: str, small: Traversable | None = None) -> Response:
    """A file, or its compressed form from the build of the app."""
    media = guess_type(found.name)[0] or "application/octet-stream"
    headers = {"Cache-Control": caching}
    if small is not None:
        headers |= {"Content-Encoding": "br", "Vary": "Accept-Encoding"}
        return Response(small.read_bytes(), media_type=media, headers=headers)
    return compressed(request, Response(found.read_bytes(), media_type=media, headers=headers))
